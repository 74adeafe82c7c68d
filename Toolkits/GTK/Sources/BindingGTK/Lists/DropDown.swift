import Binding
import CGTK

/// A control for choosing one of several options, independent of their type.
open class DropDownBase: Widget {
    /// Emits each change that the user makes.
    fileprivate let changes = PublishRelay<Void>()
    /// The index that was reported or set last. If a signal handler changes the choice, GTK emits the change only after
    /// all handlers have been called, so a notification need not be an edit.
    private var knownPlace = GTK_INVALID_LIST_POSITION

    fileprivate init() {
        super.init(gtk_drop_down_new(nil, nil))
        connect("notify::selected") { [unowned self] _ in
            let place = gtk_drop_down_get_selected(opaque)
            guard place != knownPlace else { return }
            knownPlace = place
            choose()
            changes.accept(())
        }
    }

    /// The index of the chosen option; `nil` for none. Setting it does not count as an edit. An index out of range
    /// chooses no option.
    public final var selectedIndex: Int? {
        get {
            let place = gtk_drop_down_get_selected(opaque)
            return place == GTK_INVALID_LIST_POSITION ? nil : Int(place)
        }
        set {
            setSelectedIndex(newValue)
            choose()
        }
    }

    fileprivate final func setSelectedIndex(_ place: Int?) {
        change { gtk_drop_down_set_selected(opaque, place.flatMap { guint(exactly: $0) } ?? GTK_INVALID_LIST_POSITION) }
    }

    /// Changes the choice or the options, which is no edit.
    fileprivate final func change(_ body: () -> Void) {
        g_object_freeze_notify(typed())
        body()
        knownPlace = gtk_drop_down_get_selected(opaque)
        g_object_thaw_notify(typed())
    }

    /// Records the choice.
    fileprivate func choose() {}
}

extension Reactive where Base: DropDownBase {
    /// The index of the chosen option, both ways; `nil` for none.
    public var selectedIndex: ControlProperty<Int?> {
        controlProperty(changes: base.changes, getter: { $0.selectedIndex }, setter: { $0.selectedIndex = $1 })
    }
}

/// A control for choosing one of several values.
///
/// ```swift
/// let plans = DropDown(Plan.allCases) { $0.title }
/// binding { viewModel.$plan <=> plans.rx.selection ?? .free }
/// ```
///
/// Initially the first value is chosen.
open class DropDown<Value: Equatable & Sendable>: DropDownBase, ChoiceControl {
    /// The values to choose from, in order. Setting them does not count as an edit: the chosen value remains chosen,
    /// even at another index, and if it is missing, it is chosen when it is added.
    public final var options: [Value] {
        didSet { show(replacing: oldValue.count) }
    }

    private let title: @MainActor (Value) -> String
    private var wanted: Value?
    /// The texts of the options. The object is never replaced, because GTK may be in the middle of reporting a choice
    /// and still use it.
    private let titles = GObject(taking: UnsafeMutableRawPointer(gtk_string_list_new(nil)))

    /// Makes a drop-down.
    ///
    /// - Parameters:
    ///   - options: The values to choose from, in order.
    ///   - title: Returns the text of a value, on the main actor.
    public init(_ options: [Value], title: @escaping @MainActor (Value) -> String) {
        self.options = options
        self.title = title
        wanted = options.first
        super.init()
        gtk_drop_down_set_model(opaque, titles.opaque)
        show(replacing: 0)
    }

    /// The chosen value, or the one that is chosen as soon as it is added; `nil` for none. Setting it does not count as
    /// an edit.
    public final var selection: Value? {
        get { wanted }
        set {
            wanted = newValue
            guard selectedIndex.map({ options[$0] }) != newValue else { return }
            setSelectedIndex(newValue.flatMap { options.firstIndex(of: $0) })
        }
    }

    fileprivate final override func choose() { wanted = selectedIndex.map { options[$0] } }

    /// Shows the options in place of the previous ones, and chooses the wanted value if it is among them.
    private func show(replacing count: Int) {
        change {
            withCStrings(options.map(title)) { gtk_string_list_splice(titles.opaque, 0, guint(count), $0) }
            let place = wanted.flatMap { options.firstIndex(of: $0) }
            gtk_drop_down_set_selected(opaque, place.map { guint($0) } ?? GTK_INVALID_LIST_POSITION)
        }
    }
}

extension DropDown where Value == String {
    /// Makes a drop-down of texts.
    public convenience init(_ titles: [String]) { self.init(titles) { $0 } }
}

/// A widget for choosing one of several values: ``DropDown``.
@MainActor
public protocol ChoiceControl<Value>: Widget {
    /// The type of the values.
    associatedtype Value: Equatable & Sendable

    /// The values to choose from, in order.
    var options: [Value] { get set }
    /// The chosen value; `nil` for none.
    var selection: Value? { get set }
}

extension Reactive where Base: ChoiceControl & DropDownBase {
    /// The chosen value, both ways; `nil` for none. A value that is missing is chosen when it is added.
    public var selection: ControlProperty<Base.Value?> {
        controlProperty(changes: base.changes, getter: { $0.selection }, setter: { $0.selection = $1 })
    }

    /// The values to choose from. The chosen value remains chosen.
    public var options: Binder<[Base.Value]> {
        Binder(base) { choice, options in choice.options = options }
    }
}
