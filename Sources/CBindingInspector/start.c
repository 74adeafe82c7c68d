#define _GNU_SOURCE

#include "CBindingInspector.h"

#include <errno.h>
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

static pthread_t waiting;

static void *wait_for_signals(void *report) {
    sigset_t signals;
    int number;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    while (sigwait(&signals, &number) == 0) ((void (*)(void))report)();
    return NULL;
}

// A thread may have unblocked the signal: libdispatch does so on the first one, once main has begun to await.
static void pass_on(int number) {
    int error = errno;
    pthread_kill(waiting, number);
    errno = error;
}

void binding_inspector_on_signal(void (*report)(void)) {
    sigset_t signals;
    struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    if (pthread_sigmask(SIG_BLOCK, &signals, NULL) != 0) return;
    if (pthread_create(&waiting, NULL, wait_for_signals, (void *)report) != 0) return;
    pthread_detach(waiting);
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
}
