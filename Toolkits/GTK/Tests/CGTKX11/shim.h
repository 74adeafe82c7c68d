#include <gtk/gtk.h>

/* As in gdk/x11/gdkx.h, which would bring all of Xlib's names, such as Window. */
unsigned long gdk_x11_surface_get_xid(GdkSurface *surface);
