import Binding
import CGTK

/// A choice of one of several options, whatever they are.
open class DropDownBase: Widget {
    /// Tells of each change by the user.
    fileprivate let changes = PublishRelay<Void>()
    /// Where the choice is that was told or set last. What a handler of GTK's signal changes, GTK tells when all handlers have
    /// been called, so what is told need not be an edit.
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

    /// The place of the option that is chosen; `nil` for none. Setting it is no edit. There is no option at places out of range.
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

    /// Changes what is chosen, or what can be, which is no edit.
    fileprivate final func change(_ body: () -> Void) {
        g_object_freeze_notify(typed())
        body()
        knownPlace = gtk_drop_down_get_selected(opaque)
        g_object_thaw_notify(typed())
    }

    /// Takes note of what is chosen.
    fileprivate func choose() {}
}

extension Reactive where Base: DropDownBase {
    /// The place of the option that is chosen, both ways; `nil` for none.
    public var selectedIndex: ControlProperty<Int?> {
        controlProperty(changes: base.changes, getter: { $0.selectedIndex }, setter: { $0.selectedIndex = $1 })
    }
}

/// A choice of one of several values.
///
/// ```swift
/// let plans = DropDown(Plan.allCases) { $0.title }
/// binding { viewModel.$plan <=> plans.rx.selection ?? .free }
/// ```
///
/// At first the first one is chosen.
open class DropDown<Value: Equatable & Sendable>: DropDownBase, ChoiceControl {
    /// The values that can be chosen, in order. Setting them is no edit: what is chosen stays so, at whatever place it is, and is
    /// chosen when it comes where it is not there.
    public final var options: [Value] {
        didSet { show(replacing: oldValue.count) }
    }

    private let title: @MainActor (Value) -> String
    private var wanted: Value?
    /// What stands there for the options. It stays the same: GTK may be telling of a choice, and works with it.
    private let titles = GObject(taking: UnsafeMutableRawPointer(gtk_string_list_new(nil)))

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - options: The values that can be chosen, in order.
    ///   - title: What stands there for a value, on the main actor.
    public init(_ options: [Value], title: @escaping @MainActor (Value) -> String) {
        self.options = options
        self.title = title
        wanted = options.first
        super.init()
        gtk_drop_down_set_model(opaque, titles.opaque)
        show(replacing: 0)
    }

    /// The value that is chosen, or that will be when it comes; `nil` for none. Setting it is no edit.
    public final var selection: Value? {
        get { wanted }
        set {
            wanted = newValue
            guard selectedIndex.map({ options[$0] }) != newValue else { return }
            setSelectedIndex(newValue.flatMap { options.firstIndex(of: $0) })
        }
    }

    fileprivate final override func choose() { wanted = selectedIndex.map { options[$0] } }

    /// Shows the options in place of others, with what is wanted chosen, if it is there.
    private func show(replacing count: Int) {
        change {
            withCStrings(options.map(title)) { gtk_string_list_splice(titles.opaque, 0, guint(count), $0) }
            let place = wanted.flatMap { options.firstIndex(of: $0) }
            gtk_drop_down_set_selected(opaque, place.map { guint($0) } ?? GTK_INVALID_LIST_POSITION)
        }
    }
}

extension DropDown where Value == String {
    /// Makes a choice of texts.
    public convenience init(_ titles: [String]) { self.init(titles) { $0 } }
}

/// A widget by which one of several values is chosen: ``DropDown``.
@MainActor
public protocol ChoiceControl<Value>: Widget {
    /// What is chosen.
    associatedtype Value: Equatable & Sendable

    /// The values that can be chosen, in order.
    var options: [Value] { get set }
    /// The value that is chosen; `nil` for none.
    var selection: Value? { get set }
}

extension Reactive where Base: ChoiceControl & DropDownBase {
    /// The value that is chosen, both ways; `nil` for none. One that is not there is chosen when it comes.
    public var selection: ControlProperty<Base.Value?> {
        controlProperty(changes: base.changes, getter: { $0.selection }, setter: { $0.selection = $1 })
    }

    /// The values that can be chosen. What is chosen stays so.
    public var options: Binder<[Base.Value]> {
        Binder(base) { choice, options in choice.options = options }
    }
}
