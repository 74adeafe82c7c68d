#include "CGameMenu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct handler {
    int id;
    menu_signal signal;
    menu_handler call;
    void *data;
    void (*free_data)(void *);
    bool is_gone;
    struct handler *next;
} handler;

struct menu_item {
    char *text;
    bool is_enabled;
    char **rows;
    int row_count;
    handler *handlers;
    int last_id;
    // How many signals are being sent, one within another.
    int depth;
    bool is_freed;
};

static menu_item *focused = NULL;

menu_item *menu_item_new(void) {
    menu_item *item = calloc(1, sizeof *item);
    item->text = strdup("");
    item->is_enabled = true;
    return item;
}

// Frees the handlers that are gone, or all. What frees their data may call the toolkit.
static void sweep(menu_item *item, bool all) {
    for (handler **link = &item->handlers; *link != NULL;) {
        handler *next = *link;
        if (!all && !next->is_gone) {
            link = &next->next;
            continue;
        }
        *link = next->next;
        next->free_data(next->data);
        free(next);
        link = &item->handlers;
    }
}

void menu_item_free(menu_item *item) {
    item->is_freed = true;
    if (focused == item) focused = NULL;
    if (item->depth > 0) return;
    sweep(item, true);
    while (item->row_count > 0) menu_remove_row(item, item->row_count - 1);
    free(item->rows);
    free(item->text);
    free(item);
}

int menu_connect(menu_item *item, menu_signal signal, menu_handler call, void *data, void (*free_data)(void *)) {
    handler *new = calloc(1, sizeof *new);
    *new = (handler){++item->last_id, signal, call, data, free_data, false, NULL};
    handler **end = &item->handlers;
    while (*end != NULL) end = &(*end)->next;
    *end = new;
    return new->id;
}

void menu_disconnect(menu_item *item, int id) {
    for (handler *each = item->handlers; each != NULL; each = each->next) {
        if (each->id == id) each->is_gone = true;
    }
    if (item->depth == 0) sweep(item, false);
}

static bool send(menu_item *item, menu_signal signal) {
    bool result = true;
    item->depth++;
    for (handler *each = item->handlers; each != NULL && !item->is_freed; each = each->next) {
        if (each->signal == signal && !each->is_gone) result = each->call(each->data) && result;
    }
    item->depth--;
    if (item->depth == 0) {
        if (item->is_freed)
            menu_item_free(item);
        else
            sweep(item, false);
    }
    return result;
}

static void take_text(menu_item *item, const char *text) {
    char *new = strdup(text);
    size_t end = 0;
    for (int count = 0; new[end] != 0; end++) {
        bool begins = (new[end] & 0xC0) != 0x80;
        if (begins && count++ == 12) break;
    }
    new[end] = 0;
    free(item->text);
    item->text = new;
}

void menu_set_text(menu_item *item, const char *text) {
    take_text(item, "");
    send(item, MENU_CHANGED);
    take_text(item, text);
    send(item, MENU_CHANGED);
}

const char *menu_text(const menu_item *item) { return item->text; }

void menu_set_enabled(menu_item *item, bool is_enabled) { item->is_enabled = is_enabled; }

bool menu_is_enabled(const menu_item *item) { return item->is_enabled; }

void menu_focus(menu_item *item) {
    menu_item *former = focused;
    if (item == former || (item != NULL && !item->is_enabled)) return;
    focused = item;
    if (former != NULL) send(former, MENU_FOCUS);
    if (item != NULL) send(item, MENU_FOCUS);
}

bool menu_has_focus(const menu_item *item) { return focused == item; }

void menu_insert_row(menu_item *item, int index, const char *text) {
    item->rows = realloc(item->rows, (size_t)(item->row_count + 1) * sizeof *item->rows);
    memmove(item->rows + index + 1, item->rows + index, (size_t)(item->row_count - index) * sizeof *item->rows);
    item->rows[index] = strdup(text);
    item->row_count++;
}

void menu_remove_row(menu_item *item, int index) {
    free(item->rows[index]);
    item->row_count--;
    memmove(item->rows + index, item->rows + index + 1, (size_t)(item->row_count - index) * sizeof *item->rows);
}

int menu_row_count(const menu_item *item) { return item->row_count; }

const char *menu_row(const menu_item *item, int index) { return item->rows[index]; }

bool menu_close(menu_item *item) { return send(item, MENU_CLOSING); }

typedef struct {
    void (*progress)(int, void *);
    void *data;
    void (*free_data)(void *);
} loading;

static void *load(void *argument) {
    loading *loading = argument;
    for (int percent = 50; percent <= 100; percent += 50) loading->progress(percent, loading->data);
    loading->free_data(loading->data);
    free(loading);
    return NULL;
}

void menu_load(void (*progress)(int, void *), void *data, void (*free_data)(void *)) {
    loading *argument = calloc(1, sizeof *argument);
    *argument = (loading){progress, data, free_data};
    pthread_t thread;
    pthread_create(&thread, NULL, load, argument);
    pthread_detach(thread);
}

void menu_type(menu_item *item, const char *text) {
    take_text(item, text);
    send(item, MENU_CHANGED);
}

void menu_press(menu_item *item) {
    if (item->is_enabled) send(item, MENU_PRESSED);
}
