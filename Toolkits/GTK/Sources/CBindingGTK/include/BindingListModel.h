/* A list model whose owner keeps the rows and the selection, and the items that it hands out. */
#pragma once
#include <gtk/gtk.h>

/* Whether an object has more than one reference. */
static inline gboolean binding_object_is_shared(gpointer object) {
    return g_atomic_int_get((gint *)&G_OBJECT(object)->ref_count) > 1;
}

/* The functions of the owner that a list model calls. */
typedef struct {
    guint (*count)(gpointer owner);
    /* Returns a new reference. */
    gpointer (*item)(gpointer owner, guint position);
    gboolean (*is_selected)(gpointer owner, guint position);
    /* Which items of the mask are selected; the others of it are not. Returns whether that is allowed. */
    gboolean (*set_selection)(gpointer owner, GtkBitset *selected, GtkBitset *mask);
} BindingListModelOwner;

G_DECLARE_FINAL_TYPE(BindingListModel, binding_list_model, BINDING, LIST_MODEL, GObject)

/* A list model, which is empty until it has an owner. The owner must outlive the model. */
gpointer binding_list_model_new(void);
void binding_list_model_set_owner(gpointer model, BindingListModelOwner functions, gpointer owner);

/* While all rows are reported anew, GTK asks for the item of each, to find those that it has. Meanwhile one item
   stands in for all rows but those at the known positions, until GTK keeps it; its position is the one that was last
   asked for. */
void binding_list_model_begin_reload(gpointer model, GtkBitset *known);
void binding_list_model_set_stand_in(gpointer model, gpointer item, guint position);
guint binding_list_model_stand_in_position(gpointer model);
void binding_list_model_end_reload(gpointer model);

G_DECLARE_FINAL_TYPE(BindingListItem, binding_list_item, BINDING, LIST_ITEM, GObject)

/* An item that stands for a row and releases it when it is finalized. */
gpointer binding_list_item_new(gpointer row, GDestroyNotify release);
gpointer binding_list_item_row(gpointer item);
