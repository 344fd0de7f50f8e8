# tools.mk - helpers of tests, benchmarks and reports: every tools/*.c is one, linked with all of src but main.
TOOL_SRC := $(sort $(wildcard tools/*.c))
TOOLS    := $(TOOL_SRC:%.c=$B/%)

$(TOOLS): $B/tools/%: $B/tools/%.o $B/libsrc.a
	$(call quiet,LD,$@)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(STATIC) -o $@ $^ $(LDLIBS)

tools: $(TOOLS) ## build the helpers (mkdata, objective, measure, readtime, ...)

bench: all tools ## race rrm against LIBLINEAR and others: make bench DATA=FOLDER; report and tables in build/bench
	@BUILD=$B tools/bench $(DATA)
guard: all tools ## compare counts of instructions with those recorded in tests/guard.txt; needs valgrind
	@BUILD=$B tools/guard
.PHONY: tools bench guard
.SECONDARY: $(TOOL_SRC:%.c=$B/%.o)
-include $(TOOL_SRC:%.c=$B/%.d)
