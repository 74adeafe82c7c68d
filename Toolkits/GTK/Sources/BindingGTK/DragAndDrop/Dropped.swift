import Binding
import CBindingGTK
import CGTK

extension Reactive where Base: Widget {
    /// Emits what the user drops on the widget, from a widget of the program or from another program:
    /// `window.rx.dropped(.files) => viewModel.open`.
    ///
    /// While something of that kind is over it, the widget has the CSS state `:drop(active)`. Several kinds may be
    /// bound; of two that the user drags at once, the one that was bound last is taken.
    ///
    /// - Parameter kind: What can be dropped: `.text`, `.files`, `.value(Letter.self)`, `.rows(of: Letter.self)`.
    public func dropped<Value>(_ kind: DropKind<Value>) -> ControlEvent<Value> {
        controlEvent { widget, send in
            widget.acceptDrops(kind) { value, _ in
                send(value)
                return true
            }
        }
    }
}

extension Widget {
    /// Accepts what is dropped on the widget.
    ///
    /// - Parameters:
    ///   - hover: Called with where the pointer is over the widget, with something of that kind; `nil` once it is not.
    ///   - drop: Called with what is dropped, and where. Returns whether it is taken.
    /// - Returns: A closure that ends that.
    final func acceptDrops<Value>(
        _ kind: DropKind<Value>, hover: (@MainActor ((x: Double, y: Double)?) -> Void)? = nil,
        _ drop: @escaping @MainActor (Value, (x: Double, y: Double)) -> Bool
    ) -> @MainActor () -> Void {
        let action = kind.canBeMoved ? GDK_ACTION_MOVE : GDK_ACTION_COPY
        let new = gtk_drop_target_new(kind.type, action)!
        let target = DropTarget(new, on: self)
        if kind.type == DraggedValue.type {
            // Values of all types of Swift have the same type for GTK.
            target.answer("accept") { arguments in
                guard let raw = g_value_get_object(arguments.values.baseAddress!) else { return false }
                return kind.read(draggedIn: OpaquePointer(raw)) != nil
            }
        }
        if let hover {
            target.answerFlags("motion") { arguments in
                hover((arguments[0], arguments[1]))
                return action.rawValue
            }
            target.connect("leave") { _ in hover(nil) }
        }
        target.answer("drop") { arguments in
            hover?(nil)
            guard let content = g_value_get_boxed(arguments.values.baseAddress!) else { return false }
            guard let value = kind.read(content.assumingMemoryBound(to: GValue.self)) else { return false }
            return drop(value, (arguments[1], arguments[2]))
        }
        // Holds neither the widget nor its controller.
        return { [weak target] in
            guard let target, let widget = gtk_event_controller_get_widget(target.opaque) else { return }
            gtk_widget_remove_controller(widget, target.opaque)
        }
    }
}

extension DropKind {
    /// What is about to be dropped, if it is dragged from a widget of this program.
    @MainActor
    fileprivate func read(draggedIn drop: OpaquePointer) -> Value? {
        guard let drag = gdk_drop_get_drag(drop), let provider = gdk_drag_get_content(drag) else { return nil }
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(provider, &value, nil) != 0 else { return nil }
        return read(&value)
    }
}
