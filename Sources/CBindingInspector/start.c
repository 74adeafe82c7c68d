#define _GNU_SOURCE

#include "CBindingInspector.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// In Swift, in the module that this one is a part of.
extern void binding_inspector_start(const char *path);

// Before `main`, so that nothing is bound before it.
__attribute__((constructor)) static void start(void) {
    const char *path = getenv("BINDING_INSPECT");
    if (path && *path) binding_inspector_start(path);
}

static void *wait_for_signals(void *report) {
    sigset_t signals;
    int number;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    while (sigwait(&signals, &number) == 0) ((void (*)(void))report)();
    return NULL;
}

void binding_inspector_on_signal(void (*report)(void)) {
    sigset_t signals;
    pthread_t thread;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    if (pthread_sigmask(SIG_BLOCK, &signals, NULL) != 0) return;
    if (pthread_create(&thread, NULL, wait_for_signals, (void *)report) == 0) pthread_detach(thread);
}
