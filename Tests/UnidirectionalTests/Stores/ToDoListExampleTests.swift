import Binding
import BindingControls
import TestSupport
import Testing
import Unidirectional

// The to-do list among the examples in OneWayKit's README: "add a to-do list, detect child actions and update the
// parent accordingly". There a screen for adding has its own store, whose actions the parent forwards to itself with
// `transform`. Here both the screen for adding and the rows are children, and nothing is forwarded by hand.

/// The screen on which a to-do is written.
private struct AddToDoFeature: ViewFeature {
    struct State: FeatureState {
        var title = ""
    }

    enum Action: FeatureAction {
        case edit(String)
        case save
        case cancel
    }

    static let updater: Updater = { state, action in
        if case .edit(let title) = action { State(title: title) } else { state }
    }
}

/// A row of the list.
private struct ToDoFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        let title: String
        var isDone = false
    }

    enum Action: FeatureAction {
        case toggle
        case delete
    }

    static let updater: Updater = { state, action in
        var state = state
        if case .toggle = action { state.isDone.toggle() }
        return state
    }
}

private struct ToDoListFeature: ViewFeature {
    struct State: FeatureState {
        var toDos: [ToDoFeature.State] = []
        var adding: AddToDoFeature.State?
        var nextID = 1

        var openCount: Int { toDos.count { !$0.isDone } }
    }

    enum Action: FeatureAction {
        case tapAdd
        case adding(AddToDoFeature.Action)
        case toDo(Int, ToDoFeature.Action)
    }

    // The child has already handled these actions: the parent reacts, it forwards nothing.
    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .tapAdd:
            state.adding = .init()
        case .adding(.save):
            guard let title = state.adding?.title, !title.isEmpty else { break }
            state.toDos.append(.init(id: state.nextID, title: title))
            state.nextID += 1
            state.adding = nil
        case .adding(.cancel):
            state.adding = nil
        case .toDo(let id, .delete):
            state.toDos.removeAll { $0.id == id }
        case .adding(.edit), .toDo(_, .toggle):
            break
        }
        return state
    }

    static let adding = ifLet(
        AddToDoFeature.self, state: \.adding, embed: Action.adding,
        extract: { if case .adding(let action) = $0 { action } else { nil } })
    static let toDos = forEach(
        ToDoFeature.self, state: \.toDos, embed: Action.toDo,
        extract: { if case .toDo(let id, let action) = $0 { (id, action) } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [adding, toDos]
}

/// This view does not know the list.
@MainActor
private final class AddToDoView: BindingContext {
    let disposeBag = DisposeBag()
    let store: OneWay<AddToDoFeature>
    let field = TextField()
    let saveButton = Button()

    init(_ store: OneWay<AddToDoFeature>) {
        self.store = store
        binding {
            store.stateDriver.map(\.title).distinctUntilChanged().drive(field.rx.text)
            field.rx.text.changed.asSignal().emit(onNext: { store.send(.edit($0)) })
            saveButton.rx.tap.asSignal().emit(onNext: { store.send(.save) })
        }
    }
}

/// This view does not know the list either.
@MainActor
private final class ToDoRow: BindingContext {
    let disposeBag = DisposeBag()
    let label = Label()
    let checkBox = Button()
    let deleteButton = Button()

    init(_ store: OneWay<ToDoFeature>) {
        binding {
            store.stateDriver.map { "\($0.isDone ? "✓" : "·") \($0.title)" }.drive(label.rx.text)
            checkBox.rx.tap.asSignal().emit(onNext: { store.send(.toggle) })
            deleteButton.rx.tap.asSignal().emit(onNext: { store.send(.delete) })
        }
    }
}

@MainActor
private final class ToDoListView: BindingContext {
    let disposeBag = DisposeBag()
    let store = OneWay<ToDoListFeature>(initialState: .init())
    let addButton = Button()
    let title = Label()
    private(set) var rows: [ToDoRow] = []
    private(set) var sheet: AddToDoView?

    init() {
        binding {
            addButton.rx.tap.asSignal().emit(onNext: { [store] in store.send(.tapAdd) })
            store.stateDriver.map { "\($0.openCount) to do" }.drive(title.rx.text)
            store.stateDriver.map { $0.toDos.map(\.id) }.distinctUntilChanged().drive(
                with: self,
                onNext: { view, ids in
                    view.rows = ids.compactMap { view.store.scope(ToDoListFeature.toDos, id: $0) }.map(ToDoRow.init)
                })
            store.stateDriver.map { $0.adding != nil }.distinctUntilChanged().drive(
                with: self,
                onNext: { view, isAdding in
                    view.sheet = isAdding ? view.store.scope(ToDoListFeature.adding).map(AddToDoView.init) : nil
                })
        }
    }
}

@Suite("OneWayKit's examples: the to-do list")
@MainActor
struct ToDoListExampleTests {
    @Test("What is saved on the child's screen is in the parent's list")
    func adding() {
        let view = ToDoListView()
        for title in ["Milk", "Tea"] {
            view.addButton.press()
            view.sheet?.field.type(title)
            expectEqual(view.store.state.adding?.title, title)
            view.sheet?.saveButton.press()
            #expect(view.sheet == nil)
        }
        expectEqual(view.rows.map(\.label.text), ["· Milk", "· Tea"])
        expectEqual(view.title.text, "2 to do")
    }

    @Test("An empty title is not saved")
    func empty() {
        let view = ToDoListView()
        view.addButton.press()
        view.sheet?.saveButton.press()
        #expect(view.sheet != nil)
        #expect(view.rows.isEmpty)
    }

    @Test("Rows change themselves, and the parent sees it and removes them")
    func rows() {
        let view = ToDoListView()
        for title in ["Milk", "Tea", "Salt"] {
            view.addButton.press()
            view.sheet?.field.type(title)
            view.sheet?.saveButton.press()
        }
        view.rows[1].checkBox.press()
        expectEqual(view.rows.map(\.label.text), ["· Milk", "✓ Tea", "· Salt"])
        expectEqual(view.title.text, "2 to do")
        view.rows[0].deleteButton.press()
        expectEqual(view.rows.map(\.label.text), ["✓ Tea", "· Salt"])
        view.rows[1].checkBox.press()
        expectEqual(view.title.text, "0 to do")
    }

    @Test("The parent sees the children's actions")
    func parentSees() {
        let view = ToDoListView()
        let actions = Recorder<String>()
        let bag = DisposeBag()
        view.store.actions.emit(onNext: { actions("\($0)") }).disposed(by: bag)
        view.addButton.press()
        view.sheet?.field.type("Milk")
        view.sheet?.saveButton.press()
        view.rows[0].checkBox.press()
        expectEqual(actions.count, 4)
        expectEqual(actions.elements.last?.contains("toggle"), true)
    }
}
