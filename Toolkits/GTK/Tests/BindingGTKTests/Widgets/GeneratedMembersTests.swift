import Binding
import BindingGTK
import CBindingGTK
import CGTK
import CMemory
import Glibc
import Testing

#if canImport(BindingAdwaita)
    import BindingAdwaita
#endif

/// The type that a function of a library returns: its own name in Swift may be that of a structure in C.
func type(from function: String) -> GType {
    let address = dlsym(nil, function)
    return unsafeBitCast(address, to: (@convention(c) () -> GType).self)()
}

/// What binds a member of an object.
@MainActor
struct MemberBinding {
    /// The member's name in GObject.
    let name: String
    let bind: @MainActor () -> any Disposable
}

/// Each member that is generated, of each class.
@MainActor @Suite struct GeneratedMembersTests {
    #if canImport(BindingAdwaita)
        private static let others = AdwMemberBindings
    #else
        private static let others: [(type: GType, of: @MainActor (GObject) -> [MemberBinding])] = []
    #endif
    private let box = Box(.vertical)

    /// An object of a class; `nil` if there are none, or none that a program makes.
    private func make(_ type: GType) -> GObject? {
        // An icon of what is dragged belongs to a drag.
        if binding_type_is_abstract(type) != 0 || type == gtk_drag_icon_get_type() { return nil }
        let object = GObject.of(g_object_new_with_properties(type, 0, nil, nil)!)
        if let controller = object as? EventController { gtk_widget_add_controller(box.widget, controller.opaque) }
        return object
    }

    /// The bytes that are left of a thousand times to do something.
    private func growth(_ body: () -> Void) -> Int {
        // What is made once is made now.
        for _ in 0..<20 { body() }
        let before = mallinfo2().uordblks
        for _ in 0..<1_000 { body() }
        return Int(mallinfo2().uordblks) - Int(before)
    }

    /// The bytes that GTK itself leaks when a property is read and set a thousand times, as some of its choosers do.
    private func ownGrowth(of object: GObject, _ name: String) -> Int {
        guard let property = binding_object_find_property(object.raw, name) else { return 0 }
        let flags = property.pointee.flags.rawValue
        return growth {
            var value = GValue()
            g_object_get_property(object.typed(), name, &value)
            if flags & G_PARAM_WRITABLE.rawValue != 0, flags & G_PARAM_CONSTRUCT_ONLY.rawValue == 0 {
                g_object_set_property(object.typed(), name, &value)
            }
            g_value_unset(&value)
        }
    }

    /// Whether something is left of a member's bindings: more than a byte of each, whenever it is measured.
    private func grows(_ member: MemberBinding, of object: GObject) -> Bool {
        for _ in 0..<4 where growth({ member.bind().dispose() }) < 1_000 { return false }
        return growth { member.bind().dispose() } > 4 * ownGrowth(of: object, member.name) + 1_000
    }

    @Test("each member of each class is bound and unbound a thousand times, and nothing is left of that")
    func boundAThousandTimes() {
        var (classes, grown) = (0, [String]())
        for (type, bindings) in MemberBindings + Self.others {
            guard let object = make(type) else { continue }
            classes += 1
            for member in bindings(object) {
                if grows(member, of: object) { grown.append("\(String(cString: g_type_name(type))).\(member.name)") }
            }
            (object as? Window)?.destroy()
        }
        #expect(grown.isEmpty)
        #expect(classes > 90)
    }
}

/// Classes that are generated, with their functions.
@MainActor @Suite struct GeneratedClassesTests {
    @Test("a list box has rows, and tells which one is selected")
    func listBox() {
        let list = ListBox()
        var selected: [Int?] = []
        let bag = DisposeBag()
        bag.insert(list.rx.rowSelected.subscribe(onNext: { selected.append($0?.getIndex()) }))
        for name in ["a", "b", "c"] { list.append(Label(name)) }
        list.selectRow(list.getRowAtIndex(1))
        list.selectRow(nil)
        #expect(selected == [1, nil])
        let row = list.getRowAtIndex(2)
        #expect((row?.properties.child as? Label)?.properties.label == "c")
        #expect(row === list.getRowAtIndex(2))
    }

    @Test("a notebook has pages, and its page is bound")
    func notebook() {
        let window = Window("Pages")
        defer { window.destroy() }
        let notebook = Notebook()
        window.child = notebook
        #expect(notebook.appendPage(Label("a"), tabLabel: Label("A")) == 0)
        #expect(notebook.appendPage(Label("b"), tabLabel: nil) == 1)
        let page = BehaviorRelay(value: 1)
        let bag = DisposeBag()
        bag.insert(page.bindTwoWay(to: notebook.rx.page))
        #expect(notebook.properties.page == 1)
        notebook.properties.page = 0
        #expect(page.value == 0)
        #expect((notebook.getNthPage(1) as? Label)?.properties.label == "b")
    }

    @Test("a color is bound both ways, and read as CSS writes it")
    func colors() {
        let button = ColorButton()
        let color = BehaviorRelay<RGBA?>(value: RGBA(css: "#f00"))
        let bag = DisposeBag()
        bag.insert(color.bindTwoWay(to: button.rx.rgba))
        #expect(button.properties.rgba == RGBA(red: 1, green: 0, blue: 0))
        button.properties.rgba = RGBA(css: "rgba(0, 0, 255, 0.5)")
        #expect(color.value?.css == "rgba(0,0,255,0.5)")
        #expect(RGBA(css: "no color") == nil)
    }

    @Test("what is made of arguments has them")
    func initializers() {
        #expect(LinkButton(uri: "https://example.org").properties.uri == "https://example.org")
        #expect(Expander(label: "More").properties.label == "More")
        #expect(Expander().properties.label == nil)
        #expect(EditableLabel(str: "x").properties.text == "x")
        let scrollbar = Scrollbar(orientation: .vertical, adjustment: nil)
        #expect(scrollbar.properties.orientation == .vertical)
    }

    @Test("a controller is on its widget, and reports what its superclass does, too")
    func controllers() {
        let box = Box(.vertical)
        let motion = EventControllerMotion(on: box)
        let drag = GestureDrag(on: box)
        #expect(motion.properties.widget === box && drag.properties.widget === box)
        #expect(motion.properties.containsPointer == false)
        drag.properties.button = 3
        #expect(drag.properties.button == 3)
    }

    @Test("an object that C has made is of the class that is generated for it")
    func classOfObjects() {
        let bar = SearchBar()
        let entry = SearchEntry()
        bar.properties.child = entry
        bar.connectEntry(entry)
        #expect(bar.properties.child === entry)
        #expect(GObject.of(UnsafeMutableRawPointer(gtk_flow_box_new()!)) is FlowBox)
    }
}
