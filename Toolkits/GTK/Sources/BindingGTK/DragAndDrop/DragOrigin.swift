import CGTK

extension Widget {
    /// Lets the user drag something from the widget, in place of what was set before:
    /// `label.setDragContent { .text(viewModel.title) }`.
    ///
    /// - Parameter content: Called on the main actor when the user begins to drag. Returns what is dragged; `nil` if
    ///   there is nothing. It must not hold the widget, or both leak. `nil` in place of it lets nothing be dragged.
    public final func setDragContent(_ content: (@MainActor () -> DragContent?)?) {
        dragOrigin = content.map { content in
            DragOrigin(on: self) { [unowned self] _ in content().map { DragOrigin.Start(content: $0, icon: widget) } }
        }
    }
}

/// Lets the user drag something from a widget, for as long as this object exists.
@MainActor
final class DragOrigin {
    /// What is dragged, and the widget whose picture moves with the pointer.
    struct Start {
        let content: DragContent
        let icon: UnsafeMutablePointer<GtkWidget>
    }

    private var remove: @MainActor () -> Void = {}

    /// - Parameter begin: Returns what is dragged from a place of the widget; `nil` for nothing.
    init(on widget: Widget, begin: @escaping @MainActor ((x: Double, y: Double)) -> Start?) {
        let source = DragSource(on: widget)
        source.provide("prepare") { [unowned source] arguments in
            guard let start = begin((arguments[0], arguments[1])) else { return nil }
            let actions = start.content.canBeMoved ? [GDK_ACTION_COPY, GDK_ACTION_MOVE] : [GDK_ACTION_COPY]
            gtk_drag_source_set_actions(source.opaque, GdkDragAction(actions.reduce(0) { $0 | $1.rawValue }))
            let picture = gtk_widget_paintable_new(start.icon)
            gtk_drag_source_set_icon(source.opaque, picture, 0, 0)
            g_object_unref(UnsafeMutableRawPointer(picture))
            return start.content.provider()
        }
        remove = {
            // A widget that has gone has taken its controllers with it.
            guard let widget = gtk_event_controller_get_widget(source.opaque) else { return }
            gtk_widget_remove_controller(widget, source.opaque)
        }
    }

    isolated deinit { remove() }
}
