import Binding
import CBindingGTK
import CGTK

/// Something that assistive technologies, such as screen readers, are told of a widget: a property, a state,
/// or how it is related to other widgets. The names are those of GTK and of WAI-ARIA.
///
/// Most of it GTK knows: the role of a widget, the text of a label or a button, whether a switch is on. What it cannot
/// know is set where a widget is made, by ``Widget/accessible(_:_:)``, or is bound, by `rx.accessible`.
public struct AccessibleAttribute<Value: Sendable>: Sendable {
    let set: @MainActor @Sendable (Widget, Value) -> Void
}

// Its properties that are texts.
extension AccessibleAttribute<String> {
    /// The name of the widget, for one that shows no text: a button with an icon, a picture.
    public static var label: Self { .property(GTK_ACCESSIBLE_PROPERTY_LABEL) }

    /// A sentence about the widget, in addition to its name. A tooltip is one, too; the last of the two holds.
    public static var description: Self { Self { widget, text in widget.accessibleDescription = text } }

    /// The keys that activate the widget, such as `Control+S`.
    public static var keyShortcuts: Self { .property(GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS) }

    /// A hint at what to enter.
    public static var placeholder: Self { .property(GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER) }

    /// What kind of widget it is, in place of the name of its role.
    public static var roleDescription: Self { .property(GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION) }

    /// What the widget's number means, such as `half full`.
    public static var valueText: Self { .property(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT) }

    private static func property(_ property: GtkAccessibleProperty) -> Self {
        Self { widget, text in widget.setAccessible(property, text) }
    }
}

// Its properties and states that hold or do not.
extension AccessibleAttribute<Bool> {
    /// Whether something has to be entered.
    public static var required: Self { .property(GTK_ACCESSIBLE_PROPERTY_REQUIRED) }

    /// Whether the content can be read, but not changed.
    public static var readOnly: Self { .property(GTK_ACCESSIBLE_PROPERTY_READ_ONLY) }

    /// Whether the content is being updated, and is not worth reading until that is done.
    public static var busy: Self {
        Self { widget, isBusy in widget.setAccessible(GTK_ACCESSIBLE_STATE_BUSY, isBusy) }
    }

    /// Whether what the widget opens is open.
    public static var expanded: Self {
        Self { widget, isOpen in widget.setAccessible(GTK_ACCESSIBLE_STATE_EXPANDED, isOpen) }
    }

    /// Whether assistive technologies are to pass over the widget, as over a decoration.
    public static var hidden: Self {
        Self { widget, isHidden in widget.setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden) }
    }

    /// Whether the content is wrong. See `rx.error`, which says also why.
    public static var invalid: Self {
        Self { widget, isInvalid in binding_accessible_set_invalid(widget.widget, isInvalid ? 1 : 0) }
    }

    private static func property(_ property: GtkAccessibleProperty) -> Self {
        Self { widget, isOn in widget.setAccessible(property, isOn) }
    }
}

// Its properties that are numbers.
extension AccessibleAttribute<Double> {
    /// The number that the widget shows.
    public static var valueNow: Self { .property(GTK_ACCESSIBLE_PROPERTY_VALUE_NOW) }

    /// The smallest number that the widget can show.
    public static var valueMin: Self { .property(GTK_ACCESSIBLE_PROPERTY_VALUE_MIN) }

    /// The largest number that the widget can show.
    public static var valueMax: Self { .property(GTK_ACCESSIBLE_PROPERTY_VALUE_MAX) }

    private static func property(_ property: GtkAccessibleProperty) -> Self {
        Self { widget, number in widget.setAccessible(property, number) }
    }
}

extension AccessibleAttribute<Int> {
    /// How deep a heading is: 1 for that of a page.
    public static var level: Self {
        Self { widget, level in widget.setAccessible(GTK_ACCESSIBLE_PROPERTY_LEVEL, level) }
    }
}

// Its relations to other widgets; no widgets for none.
extension AccessibleAttribute<[Widget]> {
    /// The labels whose texts are its name. A label that has the widget as its `mnemonicWidget` needs no more than
    /// that.
    public static var labelledBy: Self { .relation(GTK_ACCESSIBLE_RELATION_LABELLED_BY) }

    /// The labels whose texts describe it.
    public static var describedBy: Self { .relation(GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) }

    /// The label that says what is wrong with its content. It counts while the content is
    /// ``AccessibleAttribute/invalid``. With a GTK that knows only one, the first of several does.
    public static var errorMessage: Self { .relation(GTK_ACCESSIBLE_RELATION_ERROR_MESSAGE) }

    /// What says more about it.
    public static var details: Self { .relation(GTK_ACCESSIBLE_RELATION_DETAILS) }

    /// The widgets whose contents it determines, as a search field those of a list.
    public static var controls: Self { .relation(GTK_ACCESSIBLE_RELATION_CONTROLS) }

    /// What is to be read after it, where that is not the next widget.
    public static var flowTo: Self { .relation(GTK_ACCESSIBLE_RELATION_FLOW_TO) }

    private static func relation(_ relation: GtkAccessibleRelation) -> Self {
        Self { widget, others in widget.setAccessible(relation, others) }
    }
}

extension Widget {
    /// Tells assistive technologies something of the widget, and returns the widget, for use in an expression:
    /// `Button(icon: "user-trash-symbolic").accessible(.label, "Delete the letter")`.
    ///
    /// An empty text, or no widgets, takes back what was set before. The widgets that this one is related to are not
    /// kept by that.
    @discardableResult
    public final func accessible<Value>(_ attribute: AccessibleAttribute<Value>, _ value: Value) -> Self {
        attribute.set(self, value)
        return self
    }
}

extension Reactive where Base: Widget {
    /// Tells assistive technologies something of the widget, now and whenever it changes:
    /// `viewModel.$playButtonTitle => button.rx.accessible(.label)`. See ``Widget/accessible(_:_:)``.
    public func accessible<Value>(_ attribute: AccessibleAttribute<Value>) -> Binder<Value> {
        Binder(base) { widget, value in attribute.set(widget, value) }
    }

    /// The name of the widget for assistive technologies; see ``AccessibleAttribute/label``.
    public var accessibleLabel: Binder<String> { accessible(.label) }

    /// What assistive technologies say about the widget in addition to its name; see
    /// ``AccessibleAttribute/description``.
    public var accessibleDescription: Binder<String> { accessible(.description) }
}
