import Binding
import BindingCollections
import BindingGTK
import BindingInspector
import BindingOperators
import CGTK

/// A window that shows what is bound in the program, and what happens, while it does.
///
/// ```swift
/// #if DEBUG
///     application.inspector()
/// #endif
/// ```
///
/// Its first page has the live objects with their properties. Those that a text can be made into are edited in place; what is
/// refused stays there, with the reason. Beside it is why the selected one has its value, what it depends on, and what is
/// bound to it. The second page has the log, as it is written. "Pick" waits for a click on a widget of the program, and
/// selects that. The inspector's own window is no part of what is shown.
///
/// What was bound before the ``BindingInspector`` has been started is not known.
public final class InspectorWindow: Window, BindingContext {
    public let disposeBag = DisposeBag()

    package let objects: ObjectsPage
    package let log: LogPage
    package let pick = ToggleButton("_Pick").with(
        \.tooltipText, "Click a widget of the program, to see what it is bound to")
    package let search = SearchEntry(placeholder: "Name or value")
    package let pages = Stack()

    private let inspector = BindingInspector.shared
    private var picker: WidgetPicker?
    private var refreshing: Task<Void, Never>?
    package private(set) var shownRevision: UInt64 = 0

    /// The time between two looks at what has been recorded.
    private static let pause = Duration.milliseconds(150)

    /// Makes the window; `present()` shows it.
    public init() {
        (objects, log) = inspector.unobserved { (ObjectsPage(.shared), LogPage(.shared)) }
        super.init("Bindings", width: 980, height: 640)
        inspector.unobserved { setUp() }
    }

    isolated deinit { refreshing?.cancel() }

    private func setUp() {
        InspectorStyle.load()
        pages.add(objects, name: "objects", title: "Objects")
        pages.add(log, name: "log", title: "Log")
        titlebar = HeaderBar(start: [pick], title: StackSwitcher(pages), end: [search])
        child = pages
        // A dialog of the program keeps the user from the program's other windows, but not from this one.
        let group = gtk_window_group_new()
        gtk_window_group_add_window(group, typed())
        g_object_unref(group)
        binding {
            rx.closed => { [weak self] in
                self?.picker?.cancel()
                self?.refreshing?.cancel()
            }
            pick.rx.active => { [weak self] isOn in self?.setPicking(isOn) }
            search.rx.text => { [weak self] text in
                self?.objects.tree.filter = text
                self?.log.tree.filter = text
            }
            rx.shortcut("<Control>f") => { [weak self] in _ = self?.search.grabFocus() }
        }
        // Whoever types without having gone anywhere searches.
        gtk_search_entry_set_key_capture_widget(search.opaque, nil)
        refresh()
        refreshing = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.pause)
                self?.refresh()
            }
        }
    }

    /// Shows what has been recorded meanwhile.
    private func refresh() {
        guard isOpen, inspector.revision != shownRevision else { return }
        inspector.unobserved {
            shownRevision = inspector.revision
            objects.refresh()
            log.refresh()
        }
    }

    // MARK: Picking

    private func setPicking(_ isOn: Bool) {
        guard isOn != (picker != nil) else { return }
        guard isOn else {
            picker?.cancel()
            return
        }
        objects.refresh()
        let known = Set(inspector.objects.compactMap(\.id))
        picker = WidgetPicker(except: self) {
            known.contains(ObjectIdentifier($0))
        } picked: { [weak self] widget in
            self?.show(widget)
        }
    }

    private func show(_ widget: Widget?) {
        picker = nil
        inspector.unobserved {
            pick.properties.active = false
            guard let widget else { return }
            pages.properties.visibleChildName = "objects"
            search.properties.text = ""
            objects.show(widget)
            present()
        }
    }
}

/// What the inspector's widgets look like.
@MainActor
enum InspectorStyle {
    private static let sheet = Style.load(
        """
        .binding-inspector-tree { background: none; }
        .binding-inspector-tree row { padding: 1px 6px; }
        .binding-inspector-arrow { min-width: 18px; min-height: 18px; padding: 0; }
        .binding-inspector-value, .binding-inspector-entry, .binding-inspector-steps { font-family: monospace; }
        .binding-inspector-entry { min-height: 22px; padding: 0 6px; }
        """)

    static func load() { _ = sheet }
}
