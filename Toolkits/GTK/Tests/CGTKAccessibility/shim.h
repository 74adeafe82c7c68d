/* What a widget tells assistive technologies, with GTK_A11Y=test. */
#include <gtk/gtk.h>

/* Whether a property has a value of the widget's own, and whether a text is that one. */
static inline gboolean accessibility_has_text(GtkWidget *widget, GtkAccessibleProperty property, const char *text) {
    GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
    if (!gtk_test_accessible_has_property(accessible, property)) return FALSE;
    char *other = gtk_test_accessible_check_property(accessible, property, text);
    g_free(other);
    return other == NULL;
}

static inline gboolean accessibility_has_number(GtkWidget *widget, GtkAccessibleProperty property, double number) {
    char *other = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, number);
    g_free(other);
    return other == NULL;
}

static inline gboolean accessibility_has_integer(GtkWidget *widget, GtkAccessibleProperty property, int number) {
    char *other = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, number);
    g_free(other);
    return other == NULL;
}

/* Whether a state, which is a Boolean or an enumeration, has a value. */
static inline gboolean accessibility_has_state(GtkWidget *widget, GtkAccessibleState state, int value) {
    char *other = gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), state, value);
    g_free(other);
    return other == NULL;
}

/* Whether a widget is related to two others, of which the second one may be NULL. */
static inline gboolean accessibility_has_relation(
    GtkWidget *widget, GtkAccessibleRelation relation, GtkWidget *first, GtkWidget *second) {
    char *other = gtk_test_accessible_check_relation(GTK_ACCESSIBLE(widget), relation, first, second, NULL);
    g_free(other);
    return other == NULL;
}
