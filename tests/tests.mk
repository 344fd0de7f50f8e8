# tests.mk - the test programs: every tests/test_*.c is one, with Check, linked with the other tests/*.c and all of src but main.
TEST_SRC  := $(sort $(wildcard tests/test_*.c))
TESTS     := $(TEST_SRC:tests/%.c=$B/tests/%)
TEST_HELP := $(patsubst %.c,$B/%.o,$(filter-out $(TEST_SRC),$(sort $(wildcard tests/*.c))))
TEST_OBJ  := $(TEST_SRC:%.c=$B/%.o) $(TEST_HELP)
CHECK_LIBS = $(shell pkg-config --libs check 2>/dev/null || echo -lcheck -lsubunit -lrt -lm -lpthread)

# Behind setup-build: apt-get cannot run twice at a time.
setup-check: setup-build ; @tools/setup $(SETUP) check '$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)'

$(TEST_OBJ): | setup-check

$B/libtests.a: $(TEST_HELP)

# test_memory and test_memory_read have an allocator that fails when told to, and so take no base/memory.
$B/tests/%: $B/tests/%.o $B/libtests.a $B/libsrc.a
	$(call quiet,LD,$@)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(CHECK_LIBS)

# Each program by itself, under -j beside others, the longest first; what it prints comes in one piece. glibc else gives the end
# of the heap back to the system and asks for it again, thousands of times: 8 of 12 s of test_memory.
LONGEST   := $(filter $(TESTS),$(patsubst %,$B/tests/test_%,solve_random newton_l1))
TEST_RUNS := $(addsuffix .run,$(LONGEST) $(filter-out $(LONGEST),$(TESTS)))
$(TEST_RUNS): %.run: %
	@said=$$(MALLOC_TRIM_THRESHOLD_=1000000000 $< 2>&1); status=$$?; printf '%s\n' "$$said"; exit $$status

check-unit: $(TEST_RUNS) ## run the unit tests

check-golden: all ## run the golden command lines
	@tests/golden.sh

check-completion: $B/tools/completion ## what bash completes, where bash is
	@BUILD=$B tests/completion.sh

check-liblinear: all ## compare objectives with LIBLINEAR's, where it is installed
	@tests/liblinear.sh

check-models: all ## predict random models of LIBLINEAR's and ours with both programs, where it is installed
	@tests/models.sh

check-bench: all tools ## tools/bench on small data, against a peer played by rrm-train
	@BUILD=$B tests/bench.sh

witness: all ## compare the bytes of models and answers with those recorded in tests/witness.txt
	@tests/witness.sh

# The recorded bytes are those of every processor: of this one; of an x86-64 one without FMA and AVX2, for the kernels and
# for glibc; of an aarch64 one, where a cross compiler with zlib and qemu-user are here.
CROSS  = aarch64-linux-gnu-gcc
NO_FMA = glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4
check-witness: witness $(if $(X86_64),check-witness-baseline) $(if $(filter release,$(MODE)),check-witness-aarch64) ## on this and on other processors

$B/rrm-baseline: $(filter-out %/isa_x86_64.o,$(OBJ)) $B/src/base/isa_other.o
	$(call quiet,LD,$@)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(STATIC) -o $@ $^ $(LDLIBS)

check-witness-baseline: $B/rrm-baseline
	@SAID='without AVX2 and FMA' GLIBC_TUNABLES=$(NO_FMA) PROGRAM=$< tests/witness.sh

check-witness-aarch64: setup-build
	@if ! command -v qemu-aarch64 >/dev/null; then \
	    echo 'witness: aarch64: skipped: no qemu-aarch64 (qemu-user)'; \
	elif ! printf '#include <zlib.h>\nint main(void) {return !zlibVersion();}\n' | $(CROSS) -xc - -o /dev/null -lz 2>/dev/null; then \
	    echo 'witness: aarch64: skipped: no $(CROSS) with zlib (gcc-aarch64-linux-gnu, zlib1g-dev:arm64)'; \
	else \
	    $(MAKE) -s CC=$(CROSS) CPPFLAGS= CFLAGS='$(OPT_release)' LDFLAGS= build/release-$(CROSS)/rrm && \
	    SAID=aarch64 RUN=qemu-aarch64 PROGRAM=build/release-$(CROSS)/rrm tests/witness.sh; \
	fi

# The readers against whatever libFuzzer (clang) thinks up, from the small files in tests/fuzz/NAME; what it finds is kept
# in build/fuzz.
FUZZ_SECONDS = 60
fuzz: ## fuzz the readers of data and models, FUZZ_SECONDS each; needs clang
	@mkdir -p build/fuzz/svmlight build/fuzz/model
	$(MAKE) CC=clang MODE=fuzz build/fuzz-clang/libsrc.a
	for t in svmlight model; do \
	    clang -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -Itests/fuzz -O1 -g -fsanitize=fuzzer,address,undefined -pthread \
	        -o build/fuzz/fuzz_$$t tests/fuzz/fuzz_$$t.c build/fuzz-clang/libsrc.a $(LDLIBS) && \
	    build/fuzz/fuzz_$$t -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 build/fuzz/$$t tests/fuzz/$$t || exit 1; \
	done

check-headers: ## each header compiles by itself
	@for h in src/*/*.h src/*/*/*.h; do case $$h in */list.h|*_template.h) continue ;; esac; \
	    $(CC) $(ALL_CFLAGS) -DISA_LANES=2 -Wno-unused-function -fsyntax-only -xc $$h || exit 1; done

check-figures: $(OBJ) ## how the code is built, in numbers: tools/figures holds them to bars
	@BUILD=$B tools/figures

check-layers: ## each folder of src includes only what it may, no files include each other
	@tools/check-layers
	@tools/circles

check-man: all $B/tools/options ## manual pages are lint-clean; options, ranges and names are those of the programs
	@BUILD=$B tools/check-man

.PHONY: witness check-witness check-witness-baseline check-witness-aarch64 setup-check $(TEST_RUNS) check-unit check-golden check-completion check-liblinear check-bench check-figures check-layers check-headers check-man fuzz
.SECONDARY: $(TEST_OBJ)
-include $(TEST_OBJ:.o=.d)
