# rrm: regularized risk minimization. `make help` lists the targets.

# ---- knobs ------------------------------------------------------------------------------------------------------------
CC      = gcc
MODE    = release
PREFIX  = /usr/local
DESTDIR =
OPT_release = -O3
OPT_debug   = -O0 -g
OPT_asan    = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan    = -O1 -g -fsanitize=thread
OPT_fuzz    = -O1 -g -fsanitize=fuzzer-no-link,address,undefined
OPT_cov     = -O0 -g --coverage

# ---- flags ------------------------------------------------------------------------------------------------------------
WARN     = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual
CFLAGS   = $(or $(OPT_$(MODE)),$(error MODE=$(MODE) is none of: release debug asan tsan fuzz cov))
CPPFLAGS =
# -ffp-contract=off: the same sums, to the last bit, on every machine.
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -ffp-contract=off $(CPPFLAGS) $(CFLAGS) $(WARN) -pthread
LDLIBS   = -lz -lm
AR       = $(or $(shell $(CC) -print-prog-name=ar),ar)
# Without a dynamic linker a run takes .2 ms less and 1.2 MB less. Where a static program cannot be made, it is a dynamic one.
STATIC_release = $(shell printf 'int x[9]; int main(int i, char **v) {return v && x[i];}' | \
    $(CC) $(ALL_CFLAGS) $(LDFLAGS) -static-pie -xc - -o /dev/null $(LDLIBS) 2>/dev/null && echo -static-pie)
STATIC   = $(STATIC_$(MODE))

# ---- sources ----------------------------------------------------------------------------------------------------------
B    := build/$(MODE)-$(notdir $(lastword $(CC)))
# Files *_x86_64.c are for that processor alone, *_other.c stand in for them elsewhere. Files *_kernels.c are compiled once for
# each instruction set, with its instructions on x86-64; isa_best() chooses at run time.
X86_64 := $(filter x86_64-%,$(shell $(CC) -dumpmachine))
SRC  := $(filter-out $(if $(X86_64),%_other.c,%_x86_64.c),$(sort $(wildcard src/*/*.c src/*/*/*.c)))
KERNELS := $(filter %_kernels.c,$(SRC))
avx2    := $(patsubst %.c,$B/%_avx2.o,$(KERNELS))
avx512  := $(patsubst %.c,$B/%_avx512.o,$(filter %/panel_kernels.c %/lanes_kernels.c,$(KERNELS)))
baseline := $(patsubst %.c,$B/%_baseline.o,$(KERNELS))
# The kernels lie behind all other code. A run takes few of them, and a page fault brings the pages around it along: 130 to
# 330 KB less in memory than in the order of their names.
OBJ  := $(patsubst %.c,$B/%.o,$(filter-out $(KERNELS),$(SRC))) $(baseline) $(avx2) $(avx512)
LIB  := $(filter-out $B/src/cli/main.o,$(OBJ))

# ---- build ------------------------------------------------------------------------------------------------------------
# A command is told by a word and a file; V=1 shows it, -s tells nothing.
SHOWN = $(filter-out 0,$(V))$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
quiet = $(if $(SHOWN),,@printf '  %-4s %s\n' $(1) $(2);)

PROGRAMS = bin/rrm-train bin/rrm-predict bin/rrm-model bin/rrm-words
all: $(PROGRAMS) ## build bin/rrm-train, bin/rrm-predict, bin/rrm-model and bin/rrm-words

# zlib and Check come from the system. Where one is missing, make says how to install it; these three targets install it.
SETUP = look
setup demo-run check-run: SETUP = install
setup: setup-build ## install what building needs

setup-build: ; @tools/setup $(SETUP) build '$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)'

$B/rrm: $(OBJ)
	$(call quiet,LD,$@)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(STATIC) -o $@ $(OBJ) $(LDLIBS)

# Tests and tools take from it what they need.
$B/libsrc.a: $(LIB)
$B/lib%.a:
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^

# One program under several names; the last build wins.
$(PROGRAMS): $B/rrm bin/.built-$(MODE)-$(notdir $(lastword $(CC)))
	$(call quiet,CP,$@)cp $B/rrm $@.new && mv $@.new $@

bin/.built-$(MODE)-$(notdir $(lastword $(CC))): | setup-build
	@mkdir -p bin; rm -f bin/.built-*; touch $@

# A change of the compiler, of the flags or of X86_64 rebuilds everything.
FLAGS = $(CC) $(ALL_CFLAGS) $(LDFLAGS) $(STATIC) $(LDLIBS) $(X86_64)
$B/flags: FORCE
	@mkdir -p $(@D); echo '$(FLAGS)' > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
FORCE:

# -fno-trapping-math: nothing reads the exception flags; choices between two sums are then vector code.
$(baseline): ISA_CFLAGS = -fno-trapping-math -DISA=baseline -DISA_LANES=2
$(avx2):     ISA_CFLAGS = -fno-trapping-math -DISA=avx2 -DISA_LANES=4 $(if $(X86_64),-mavx2)
$(avx512):   ISA_CFLAGS = -fno-trapping-math -DISA=avx512 -DISA_LANES=8 \
    $(if $(X86_64),-mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512)
$B/src/data/text/svmlight_entries_x86_64.o: ISA_CFLAGS = -mavx2 -mbmi -mbmi2

define compile
	@mkdir -p $(@D)
	$(call quiet,CC,$<)$(CC) $(ALL_CFLAGS) $(ISA_CFLAGS) -MMD -MP -c -o $@ $<
endef
$B/%.o: %.c $B/flags | setup-build
	$(compile)
$(baseline): $B/%_baseline.o: %.c $B/flags | setup-build
	$(compile)
$(avx2): $B/%_avx2.o: %.c $B/flags | setup-build
	$(compile)
$(avx512): $B/%_avx512.o: %.c $B/flags | setup-build
	$(compile)

-include $(OBJ:.o=.d)
include tests/tests.mk tools/tools.mk

# Without -j some targets take all cores: make calls itself.
CORES    = $(or $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null),1)
PARALLEL = --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(CORES))

demo: ## the main job: train on data/, predict held-out lines, print the accuracy
	@$(MAKE) $(PARALLEL) demo-run

demo-run: all
	bin/rrm-train data/breast-cancer.train build/breast-cancer.model
	bin/rrm-predict data/breast-cancer.test build/breast-cancer.model build/breast-cancer.labels
	bin/rrm-train data/digits-8.train.gz build/digits-8.model
	bin/rrm-predict data/digits-8.test.gz build/digits-8.model build/digits-8.labels

# ---- checks -----------------------------------------------------------------------------------------------------------
# Seconds on idle cores where nothing is built: 290 of one core, and no less than the 40 of the golden command lines.
CHECK_TAKES = $$((40 + 250 / $(CORES))) s
check: ## build and run every test
	@echo "check: takes about $(CHECK_TAKES) on $(CORES) idle cores"; began=$$(date +%s); \
	    $(MAKE) $(PARALLEL) check-run; status=$$?; took=$$(($$(date +%s) - began)); \
	    [ $$status = 0 ] && says='every test passed' || says='FAILED'; \
	    echo "check: $$says, $$((took / 60)) min $$((took % 60)) s"; exit $$status

# The longest first: what is in one piece (golden), then what is built besides (another processor's program), then the many.
check-run: setup-check all check-layers check-golden check-completion check-witness check-unit check-bench check-liblinear check-models check-figures check-headers

asan: ## the whole test suite under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) MODE=asan check

tsan: ## the unit tests under ThreadSanitizer
	$(MAKE) $(PARALLEL) MODE=tsan check-unit

coverage: ## line coverage of the test suite
	$(MAKE) MODE=cov check
	@gcov -n -s src $(OBJ:$B/%=build/cov-$(notdir $(lastword $(CC)))/%) | awk '/^File/ {f = $$2} /^Lines/ && f ~ /\.c/ {print f, $$2, $$3, $$4; f = ""}' | sort

lint: check-layers check-man ## layers, house rules, cppcheck, manual pages, the README's examples
	BUILD=$B tools/lint
	tools/check-readme

# ---- install ----------------------------------------------------------------------------------------------------------
COMPLETIONS = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
install: all $B/tools/completion ## copy programs, manual pages and what bash completes below PREFIX
	install -d "$(DESTDIR)$(PREFIX)/bin" $(foreach n,1 5 7,"$(DESTDIR)$(PREFIX)/share/man/man$n") "$(COMPLETIONS)"
	install $(PROGRAMS) tools/rrm-plot "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 man/*.5 "$(DESTDIR)$(PREFIX)/share/man/man5"
	install -m 644 man/*.7 "$(DESTDIR)$(PREFIX)/share/man/man7"
	for p in $(notdir $(PROGRAMS)); do $B/tools/completion $$p >"$(COMPLETIONS)/$$p" || exit 1; done

uninstall: ## remove them
	cd "$(DESTDIR)$(PREFIX)/bin" && rm -f $(notdir $(PROGRAMS)) rrm-plot
	cd "$(COMPLETIONS)" && rm -f $(notdir $(PROGRAMS))
	cd "$(DESTDIR)$(PREFIX)/share/man" && rm -f $(foreach n,1 5 7,$(patsubst man/%,man$n/%,$(wildcard man/*.$n)))

dist: ## a tar file of what is committed
	@mkdir -p build
	git archive --prefix=rrm/ -o build/rrm.tar.gz HEAD

clean: ## remove what make made
	rm -rf build bin

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: all setup setup-build demo demo-run check check-run asan tsan coverage lint install uninstall dist clean help FORCE
