// Has Swift Testing run no more tests at a time than there are processors. By default all begin at once, and those on
// the main actor, which are most, then wait for one another: the whole took a third more processor time. The variable is
// Swift Testing's own, and is left alone if it is set.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void limitWidth(void) {
    char number[16];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(number, sizeof number, "%ld", processors > 1 ? processors : 1);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", number, 0);
}
