# tests.mk - the test programs: every tests/test_*.c is one, with Check, linked with all of src but main.
TEST_SRC := $(sort $(wildcard tests/test_*.c))
TESTS    := $(TEST_SRC:tests/%.c=$B/tests/%)
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null || echo -lcheck -lsubunit -lrt -lpthread)

check-setup: ; @tools/setup $(CC) check

$(TEST_SRC:%.c=$B/%.o) $B/tests/common.o: | check-setup

$B/tests/%: $B/tests/%.o $B/tests/common.o $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(CHECK_LIBS)

# An allocator that fails when told to, in place of base/memory.
$B/tests/test_memory: $B/tests/test_memory.o $B/tests/common.o $(filter-out %/base/memory.o,$(LIB))
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(CHECK_LIBS)

check-unit: $(TESTS) ## run the unit tests
	@for t in $(TESTS); do $$t || exit 1; done

check-golden: all ## run the golden command lines
	@tests/golden.sh

check-layers: ## each folder of src includes only what it may
	@tools/check-layers

check-man: ## manual pages are lint-clean and name every option
	@tools/check-man

.PHONY: check-setup check-unit check-golden check-layers check-man
.SECONDARY: $(TEST_SRC:%.c=$B/%.o) $B/tests/common.o
-include $(TEST_SRC:%.c=$B/%.d)
