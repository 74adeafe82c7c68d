#ifndef CGAME_MENU_H
#define CGAME_MENU_H

#include <stdbool.h>

// The toolkit that Documentation/Toolkits.md binds. The part between EXAMPLE and END is in the document.

// EXAMPLE: toolkits, header
// An item of a game's menu: a text, a button, a list, or the menu itself. All functions are for the thread that draws.
typedef struct menu_item menu_item;

menu_item *menu_item_new(void);
void menu_item_free(menu_item *item);  // its handlers, too

typedef enum { MENU_CHANGED, MENU_PRESSED, MENU_FOCUS, MENU_CLOSING } menu_signal;
typedef bool (*menu_handler)(void *data);  // for MENU_CLOSING the result says whether the menu may close

// Returns a number for menu_disconnect. When the handler goes, free_data is called.
int menu_connect(menu_item *item, menu_signal signal, menu_handler handler, void *data, void (*free_data)(void *data));
void menu_disconnect(menu_item *item, int handler);

// Keeps 12 characters. MENU_CHANGED is sent when the old text is gone, and again when the new one is there.
void menu_set_text(menu_item *item, const char *text);
const char *menu_text(const menu_item *item);

void menu_set_enabled(menu_item *item, bool is_enabled);
bool menu_is_enabled(const menu_item *item);

// Moves the focus to an item, or to none. An item that is not enabled does not get it, and nothing is sent then.
void menu_focus(menu_item *item);
bool menu_has_focus(const menu_item *item);

void menu_insert_row(menu_item *item, int index, const char *text);
void menu_remove_row(menu_item *item, int index);
int menu_row_count(const menu_item *item);
const char *menu_row(const menu_item *item, int index);

bool menu_close(menu_item *item);  // asks with MENU_CLOSING; returns whether it has closed

// Loads a saved game on another thread, which calls progress.
void menu_load(void (*progress)(int percent, void *data), void *data, void (*free_data)(void *data));

// What a player does.
void menu_type(menu_item *item, const char *text);
void menu_press(menu_item *item);
// END

#endif
