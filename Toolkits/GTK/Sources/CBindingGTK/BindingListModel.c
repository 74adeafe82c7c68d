#include "BindingListModel.h"

struct _BindingListModel {
    GObject parent;
    BindingListModelOwner functions;
    gpointer owner;
    /* Used only while all rows are reported anew. */
    GtkBitset *known;
    gpointer stand_in;
    guint stand_in_position;
};

static GType item_type(GListModel *model) { return binding_list_item_get_type(); }

static guint count(GListModel *model) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    return self->owner ? self->functions.count(self->owner) : 0;
}

static gpointer item(GListModel *model, guint position) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    /* GTK asks only for positions that exist. */
    if (self->stand_in && !binding_object_is_shared(self->stand_in) && !gtk_bitset_contains(self->known, position)) {
        self->stand_in_position = position;
        return g_object_ref(self->stand_in);
    }
    return self->owner ? self->functions.item(self->owner, position) : NULL;
}

static gboolean is_selected(GtkSelectionModel *model, guint position) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    return self->owner ? self->functions.is_selected(self->owner, position) : FALSE;
}

static gboolean set_selection(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    return self->owner ? self->functions.set_selection(self->owner, selected, mask) : FALSE;
}

static void list_model_init(GListModelInterface *interface) {
    interface->get_item_type = item_type;
    interface->get_n_items = count;
    interface->get_item = item;
}

/* GTK implements the rest of the interface with these two. */
static void selection_model_init(GtkSelectionModelInterface *interface) {
    interface->is_selected = is_selected;
    interface->set_selection = set_selection;
}

G_DEFINE_TYPE_WITH_CODE(BindingListModel, binding_list_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init)
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, selection_model_init))

static void binding_list_model_class_init(BindingListModelClass *class) {}

static void binding_list_model_init(BindingListModel *self) {}

gpointer binding_list_model_new(void) { return g_object_new(binding_list_model_get_type(), NULL); }

void binding_list_model_set_owner(gpointer model, BindingListModelOwner functions, gpointer owner) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    self->functions = functions;
    self->owner = owner;
}

void binding_list_model_begin_reload(gpointer model, GtkBitset *known) {
    BINDING_LIST_MODEL(model)->known = gtk_bitset_ref(known);
}

void binding_list_model_set_stand_in(gpointer model, gpointer item, guint position) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    self->stand_in = self->known ? item : NULL;
    self->stand_in_position = position;
}

guint binding_list_model_stand_in_position(gpointer model) { return BINDING_LIST_MODEL(model)->stand_in_position; }

void binding_list_model_end_reload(gpointer model) {
    BindingListModel *self = BINDING_LIST_MODEL(model);
    self->stand_in = NULL;
    g_clear_pointer(&self->known, gtk_bitset_unref);
}

struct _BindingListItem {
    GObject parent;
    gpointer row;
    GDestroyNotify release;
};

G_DEFINE_TYPE(BindingListItem, binding_list_item, G_TYPE_OBJECT)

static void finalize(GObject *object) {
    BindingListItem *self = BINDING_LIST_ITEM(object);
    self->release(self->row);
    G_OBJECT_CLASS(binding_list_item_parent_class)->finalize(object);
}

static void binding_list_item_class_init(BindingListItemClass *class) { G_OBJECT_CLASS(class)->finalize = finalize; }

static void binding_list_item_init(BindingListItem *self) {}

gpointer binding_list_item_new(gpointer row, GDestroyNotify release) {
    BindingListItem *self = g_object_new(binding_list_item_get_type(), NULL);
    self->row = row;
    self->release = release;
    return self;
}

gpointer binding_list_item_row(gpointer item) { return BINDING_LIST_ITEM(item)->row; }
