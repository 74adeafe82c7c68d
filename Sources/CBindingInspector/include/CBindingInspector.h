// What the inspector needs of C: code that runs before `main`, waiting for a signal, and the names of functions.

#ifndef CBINDING_INSPECTOR_H
#define CBINDING_INSPECTOR_H

// Calls a function on a thread of its own whenever the program receives SIGUSR1. To be called before there are other
// threads: these inherit that the signal is blocked.
void binding_inspector_on_signal(void (*report)(void));

// The name of a function of Swift, as one reads it, from the symbols of the file that it is in; NULL if these have been
// stripped. To be released by free().
char *binding_inspector_function_name(const void *address);

#endif
