/* The parts of GTK that Swift cannot call directly: macros and variadic functions. */
#pragma once
#include "BindingListModel.h"
#include <gtk/gtk.h>
#include <libintl.h>

/* The type of an object, and of the content of a value. */
static inline GType binding_object_type(gpointer object) { return G_OBJECT_TYPE(object); }
static inline GType binding_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
static inline gboolean binding_is_enum(GType type) { return G_TYPE_IS_ENUM(type); }
static inline gboolean binding_is_flags(GType type) { return G_TYPE_IS_FLAGS(type); }
static inline gboolean binding_type_is_abstract(GType type) { return G_TYPE_IS_ABSTRACT(type); }

/* The fundamental types, which are macros. */
static inline GType binding_type_string(void) { return G_TYPE_STRING; }
static inline GType binding_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType binding_type_int(void) { return G_TYPE_INT; }
static inline GType binding_type_uint(void) { return G_TYPE_UINT; }
static inline GType binding_type_int64(void) { return G_TYPE_INT64; }
static inline GType binding_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType binding_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType binding_type_object(void) { return G_TYPE_OBJECT; }
static inline GType binding_type_none(void) { return G_TYPE_NONE; }

/* The members of a class, for the generator. */
static inline GType binding_param_type(const GParamSpec *param) { return G_PARAM_SPEC_VALUE_TYPE(param); }

/* A property of an object's class, or NULL. */
static inline GParamSpec *binding_object_find_property(gpointer object, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}

/* Whether a value of one type can be read as a Swift type that is written as another. */
static inline gboolean binding_type_stands_for(GType type, GType wanted) {
    if (type == wanted) return TRUE;
    switch (g_type_fundamental(wanted)) {
    case G_TYPE_INT:
    case G_TYPE_UINT:
    case G_TYPE_INT64:
    case G_TYPE_UINT64:
        switch (g_type_fundamental(type)) {
        case G_TYPE_INT:
        case G_TYPE_UINT:
        case G_TYPE_LONG:
        case G_TYPE_ULONG:
        case G_TYPE_INT64:
        case G_TYPE_UINT64:
        case G_TYPE_ENUM:
        case G_TYPE_FLAGS: return TRUE;
        default: return FALSE;
        }
    case G_TYPE_DOUBLE: return g_type_fundamental(type) == G_TYPE_FLOAT;
    case G_TYPE_OBJECT:
        return g_type_fundamental(type) == G_TYPE_OBJECT || g_type_fundamental(type) == G_TYPE_INTERFACE;
    default: return g_type_fundamental(type) == g_type_fundamental(wanted);
    }
}

/* The integer in a value, whatever its size. */
static inline gint64 binding_value_get_integer(const GValue *value) {
    switch (g_type_fundamental(G_VALUE_TYPE(value))) {
    case G_TYPE_INT: return g_value_get_int(value);
    case G_TYPE_UINT: return g_value_get_uint(value);
    case G_TYPE_LONG: return g_value_get_long(value);
    case G_TYPE_ULONG: return (gint64)g_value_get_ulong(value);
    case G_TYPE_INT64: return g_value_get_int64(value);
    case G_TYPE_UINT64: return (gint64)g_value_get_uint64(value);
    case G_TYPE_ENUM: return g_value_get_enum(value);
    case G_TYPE_FLAGS: return g_value_get_flags(value);
    default: g_return_val_if_reached(0);
    }
}
static inline double binding_value_get_real(const GValue *value) {
    return G_VALUE_HOLDS_FLOAT(value) ? g_value_get_float(value) : g_value_get_double(value);
}

/* A dialog over a window, with a text and no buttons. */
static inline GtkWidget *binding_message_dialog_new(GtkWindow *parent, const char *text) {
    return gtk_message_dialog_new(
        parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_OTHER, GTK_BUTTONS_NONE, "%s", text);
}

/* Tells assistive technologies whether a widget's content is invalid. GTK 4.8 takes no value of the type that it says this
   state has. */
static inline void binding_accessible_set_invalid(GtkWidget *widget, gboolean is_invalid) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
        is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* The translations of a domain, which becomes that of the program. */
static inline void binding_use_translations(const char *domain, const char *folder) {
    if (folder) bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}
static inline const char *binding_translated(const char *text) { return gettext(text); }
static inline const char *binding_translated_count(const char *singular, const char *plural, unsigned long count) {
    return ngettext(singular, plural, count);
}
