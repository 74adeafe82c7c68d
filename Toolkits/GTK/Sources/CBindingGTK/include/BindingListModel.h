/* A list model whose rows and selection are kept by somebody else, and the items that it hands out. */
#pragma once
#include <gtk/gtk.h>

/* Whether an object has more than one reference. */
static inline gboolean binding_object_is_shared(gpointer object) {
    return g_atomic_int_get((gint *)&G_OBJECT(object)->ref_count) > 1;
}

/* What a list model asks its owner. */
typedef struct {
    guint (*count)(gpointer owner);
    /* A new reference. */
    gpointer (*item)(gpointer owner, guint position);
    gboolean (*is_selected)(gpointer owner, guint position);
    /* Those of the mask that are selected, and those that are not. Whether that may be. */
    gboolean (*set_selection)(gpointer owner, GtkBitset *selected, GtkBitset *mask);
} BindingListModelOwner;

G_DECLARE_FINAL_TYPE(BindingListModel, binding_list_model, BINDING, LIST_MODEL, GObject)

/* A list model, which is empty until it has an owner. It is for that to end no sooner than the model. */
gpointer binding_list_model_new(void);
void binding_list_model_set_owner(gpointer model, BindingListModelOwner functions, gpointer owner);

/* While all rows are told anew, GTK asks for the item of each of them, to find those that it has. Then one item stands in
   for all but the rows at some places, until GTK keeps it; the place is that for which it has been asked last. */
void binding_list_model_begin_reload(gpointer model, GtkBitset *known);
void binding_list_model_set_stand_in(gpointer model, gpointer item, guint position);
guint binding_list_model_stand_in_position(gpointer model);
void binding_list_model_end_reload(gpointer model);

G_DECLARE_FINAL_TYPE(BindingListItem, binding_list_item, BINDING, LIST_ITEM, GObject)

/* An item that stands for a row, which is released with it. */
gpointer binding_list_item_new(gpointer row, GDestroyNotify release);
gpointer binding_list_item_row(gpointer item);
