import Binding
import CGTK

extension Reactive where Base: Widget {
    /// Adds a CSS class to the widget or removes it: `viewModel.$isUrgent => label.rx.hasClass("warning")`.
    public func hasClass(_ name: String) -> Binder<Bool> {
        Binder(base) { widget, isOn in
            if isOn { widget.addClass(name) } else { widget.removeClass(name) }
        }
    }

    /// Whether the widget's content is invalid. If so, it has the CSS class `error`, which is red, and screen readers
    /// are told.
    public var isInvalid: Binder<Bool> { Binder(base) { $0.showInvalid($1) } }

    /// The error in the widget's content, shown in place of its tooltip in addition to ``isInvalid``; empty for none:
    /// `viewModel.$email.messageText => entry.rx.error`.
    ///
    /// Screen readers are told that it is invalid, and say the error before the widget's description.
    public var error: Binder<String> { Binder(base) { $0.contentError = $1 } }
}

extension Widget {
    fileprivate final func showInvalid(_ isInvalid: Bool) {
        if isInvalid { addClass("error") } else { removeClass("error") }
        accessible(.invalid, isInvalid)
    }

    final func showContentError() {
        showInvalid(!contentError.isEmpty)
        gtk_widget_set_tooltip_text(widget, contentError.isEmpty ? tooltipBesideError : contentError)
        // GTK has made the tooltip the description.
        describe()
    }
}
