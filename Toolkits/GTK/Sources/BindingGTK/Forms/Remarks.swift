import Binding
import CBindingGTK
import CGTK

extension Reactive where Base: Widget {
    /// Gives the widget a class of CSS, and takes it away: `viewModel.$isUrgent => label.rx.hasClass("warning")`.
    public func hasClass(_ name: String) -> Binder<Bool> {
        Binder(base) { widget, isOn in
            if isOn { widget.addClass(name) } else { widget.removeClass(name) }
        }
    }

    /// Whether something is wrong with what the widget holds: it has the class `error` then, which is red, and those who cannot
    /// see it are told.
    public var isInvalid: Binder<Bool> { Binder(base) { $0.showInvalid($1) } }

    /// What is wrong with what the widget holds, as its tooltip, beside ``isInvalid``; empty where nothing is:
    /// `viewModel.$email.messageText => entry.rx.error`.
    public var error: Binder<String> {
        Binder(base) { widget, error in
            widget.showInvalid(!error.isEmpty)
            gtk_widget_set_tooltip_text(widget.widget, error.isEmpty ? nil : error)
        }
    }
}

extension Widget {
    fileprivate func showInvalid(_ isInvalid: Bool) {
        if isInvalid { addClass("error") } else { removeClass("error") }
        binding_accessible_set_invalid(widget, isInvalid ? 1 : 0)
    }
}
