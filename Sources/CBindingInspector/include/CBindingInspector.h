// What the inspector needs of C: code that runs before `main`, and waiting for a signal.

#ifndef CBINDING_INSPECTOR_H
#define CBINDING_INSPECTOR_H

// Calls a function on a thread of its own whenever the program receives SIGUSR1. To be called before there are other
// threads: these inherit that the signal is blocked.
void binding_inspector_on_signal(void (*report)(void));

#endif
