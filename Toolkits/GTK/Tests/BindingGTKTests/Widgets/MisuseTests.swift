import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Misuses of the library. Each stops the program, in release builds as well, with a message that says what is wrong
/// and what to do.
enum Misuse: String, Codable, CaseIterable, Sendable {
    case propertyThatIsNotThere, propertyThatIsSetAndNotThere, propertyOfAnotherType, propertyThatIsSetToAnotherType
    case signalThatIsNotThere, argumentThatIsNotThere
    case widgetInTwoPlaces, windowInAWidget, widgetInItself
    case popoverThatPointsAtNothing, popoverBeforeItsWindowIsShown
    case actionWithoutAName, actionWithASpace, actionWithoutAState, menuItemWithASpace, keysOfNoAction, keysThatAreNone
    case idOfOneName, secondRun, stepOfNothing
    case strangerTakenFromABox, strangerTakenFromAGrid, secondSwiftObject

    /// A part of the message.
    var message: String {
        switch self {
        case .propertyThatIsNotThere, .propertyThatIsSetAndNotThere: "Label has no property 'colour'"
        case .propertyOfAnotherType: "Label: the property 'label' is of type gchararray, not Int"
        case .propertyThatIsSetToAnotherType: "Label: the property 'xalign' is of type gfloat, not String"
        case .signalThatIsNotThere: "GtkLabel has no signal 'tapped'"
        case .argumentThatIsNotThere: "a signal has no argument 1: it has 1, counted from 0"
        case .widgetInTwoPlaces:
            "Entry: it cannot be a child of this Window while it is in another widget. Remove it there first."
        case .windowInAWidget: "Window: it cannot be a child of this Box."
        case .widgetInItself: "Box: it cannot be a child of this Box."
        case .popoverThatPointsAtNothing, .popoverBeforeItsWindowIsShown:
            "popUp: the popover points at nothing that is shown"
        case .actionWithoutAName: "Action(\"\"): a name is made of letters"
        case .actionWithASpace: "Action(\"save all\"): a name is made of letters"
        case .actionWithoutAState: "the action 'save' has no such state"
        case .menuItemWithASpace: "Menu: .item(\"Save\", \"win.save all\"): this is not the name of an action"
        case .keysOfNoAction: "for: \"\"): this is not the name of an action"
        case .keysThatAreNone: "setKeys: GTK does not know the keys 'Ctrl+S'. They look like '<Control><Shift>s'"
        case .idOfOneName: "Application(id: \"nonsense\"): an id is made of names with dots between them"
        case .secondRun: "Application.run: an application runs once"
        case .stepOfNothing: "SpinButton: a step of 0.0: it must be finite and not zero"
        case .strangerTakenFromABox: "Label: it cannot be removed from this Box: it is in no widget."
        case .strangerTakenFromAGrid: "Label: it cannot be removed from this Grid: it is in another widget, a Box."
        case .secondSwiftObject: "Label: this GtkLabel already has a Swift object, a Label. Get it by GObject.of(_:)"
        }
    }

    @MainActor func commit() {
        let (label, entry, window) = (Label(), Entry(), Window("A window"))
        switch self {
        case .propertyThatIsNotThere: _ = label.properties.get("colour") as String
        case .propertyThatIsSetAndNotThere: label.properties.set("colour", 1)
        case .propertyOfAnotherType: _ = label.properties.get("label") as Int
        case .propertyThatIsSetToAnotherType: label.properties.set("xalign", "left")
        case .signalThatIsNotThere: label.connect("tapped") { _ in }
        case .argumentThatIsNotThere:
            label.connect("notify::label") { _ = $0[1] as Int }
            label.properties.label = "new"
        case .widgetInTwoPlaces:
            window.child = entry
            Window("Another").child = entry
        case .windowInAWidget: _ = Box(.vertical, [window])
        case .widgetInItself:
            let box = Box(.vertical)
            Box(.vertical, [box]).append(Label())
            box.append(box)
        case .popoverThatPointsAtNothing: Popover(label).popUp()
        case .popoverBeforeItsWindowIsShown:
            window.child = entry
            Popover(label).attach(to: entry).popUp()
        case .actionWithoutAName: _ = Action("")
        case .actionWithASpace: _ = Action("save all", isOn: true)
        case .actionWithoutAState: Action("save").isOn = true
        case .menuItemWithASpace: _ = Menu([.submenu("File", [.item("Save", "win.save all")])])
        case .keysOfNoAction: Application { _ in }.setKeys(["F5"], for: "")
        case .keysThatAreNone: Application { _ in }.setKeys(["Ctrl+S"], for: "win.save")
        case .idOfOneName: _ = Application(id: "nonsense") { _ in }
        case .secondRun:
            let application = Application { $0.quit() }
            _ = application.run()
            _ = application.run()
        case .stepOfNothing: _ = SpinButton(0...1, step: 0)
        case .strangerTakenFromABox: Box(.vertical).remove(label)
        case .strangerTakenFromAGrid:
            let box = Box(.vertical, [label])
            Grid().remove(box.firstChild!)
        case .secondSwiftObject: _ = Label(wrapping: label.raw)
        }
    }
}

@MainActor @Suite struct MisuseTests {
    @Test(arguments: Misuse.allCases)
    func stopsTheProgramAndSaysWhatWasWrong(_ misuse: Misuse) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
            await MainActor.run { misuse.commit() }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(misuse.message), "\(text)")
    }

    @Test func aListThatIsBoundTwiceIsNamed() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let list = ColumnView<Person>([Column("Name") { $0.name }])
                let rows = BehaviorRelay(value: people(0..<3))
                let bag = DisposeBag {
                    rows.updates() => list.rx.rows
                    rows.updates() => list.rx.rows
                }
                rows.modify { $0.append(Person(3)) }
                bag.dispose()
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("ColumnView<Person>: rows of two sources are bound to it"))
        #expect(message.contains("of 3 rows") && message.contains("shows 4"))
        #expect(message.contains("Dispose of the first binding"))
    }
}

extension Box {
    fileprivate var firstChild: Widget? { gtk_widget_get_first_child(widget).flatMap { GObject.of($0) as? Widget } }
}
