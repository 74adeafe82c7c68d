import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("@Mutable")
struct MutableTests {
    enum Target: Sendable { case admin, guest }

    struct Form: Sendable {
        @Mutable var text: String
        @Mutable var target = Target.admin
        @Mutable var note: String?
    }

    @MainActor
    final class MainViewModel {
        @Mutable var text = ""
        @Mutable var note: String?
        @Mutable var items: [Int] = []
    }

    // Safe: the wrapper itself is never replaced, and its value may be set on any thread.
    final class FreeViewModel: @unchecked Sendable {
        @Mutable var text = "free"
        @Mutable var note: String?
    }

    @BackgroundActor
    final class BackgroundViewModel {
        @Mutable var text = "background"
        @Mutable var note: String?

        var textRelay: BehaviorRelay<String> { $text }
        func set(_ text: String) { self.text = text }
    }

    @Test("in a struct: the memberwise initialiser takes the plain values; setters need no `var`")
    func inStruct() {
        let form = Form(text: "a", target: .guest)
        form.text = "b"
        form.$target.accept(.admin)
        form.note = "c"
        expectEqual(form.text, "b")
        expectEqual(form.target, .admin)
        expectEqual(form.note, "c")
    }

    @Test("the projection is the relay: what it accepts is the property's value, and the other way round")
    func projection() {
        let viewModel = MainViewModel()
        viewModel.$text.accept("relay")
        expectEqual(viewModel.text, "relay")
        viewModel.text = "property"
        expectEqual(viewModel.$text.value, "property")
        #expect(viewModel.$text === viewModel.$text)
    }

    @Test("copies share one relay")
    func copiesShare() {
        let form = Form(text: "a")
        let copy = form
        copy.text = "b"
        expectEqual(form.text, "b")
        #expect(form.$text === copy.$text)
        #expect(Form(text: "a").$text !== form.$text)
    }

    @Test("C17, C18: bound both ways, in classes on the main actor, on no actor and on another one")
    func boundBothWays() async {
        let main = MainViewModel()
        let free = FreeViewModel()
        let background = BackgroundViewModel()
        let backgroundRelay = await background.textRelay
        let fields = [TextField("x"), TextField("y"), TextField("z")]
        let bag = DisposeBag()
        bag.insert(
            main.$text.bindTwoWay(to: fields[0].rx.text), free.$text.bindTwoWay(to: fields[1].rx.text),
            backgroundRelay.bindTwoWay(to: fields[2].rx.text))
        expectEqual(fields.map(\.text), ["", "free", "background"])
        for field in fields { field.type("typed") }
        expectEqual(main.text, "typed")
        expectEqual(free.text, "typed")
        #expect(await background.text == "typed")
        main.text = "main"
        onAnotherThread { free.text = "elsewhere" }
        await background.set("done")
        await eventually { fields[1].text == "elsewhere" && fields[2].text == "done" }
        expectEqual(fields[0].text, "main")
    }

    @Test("an optional without an initial value is nil")
    func optionals() async {
        #expect(MainViewModel().note == nil)
        #expect(FreeViewModel().note == nil)
        #expect(await BackgroundViewModel().note == nil)
    }

    @Test("equal values are sent again")
    func repeatsEqualValues() {
        let viewModel = MainViewModel()
        let recorder = Recorder<String>()
        let subscription = viewModel.$text.subscribe(recorder)
        viewModel.text = ""
        expectEqual(recorder.elements, ["", ""])
        subscription.dispose()
    }

    @Test("a collection is changed in place: its storage stays where it is")
    func changedInPlace() {
        let viewModel = MainViewModel()
        viewModel.items.reserveCapacity(1_000)
        let before = viewModel.items.withUnsafeBufferPointer(\.baseAddress)
        for number in 0..<1_000 { viewModel.items.append(number) }
        expectEqual(viewModel.items.withUnsafeBufferPointer(\.baseAddress), before)
        expectEqual(viewModel.items, Array(0..<1_000))
        let counting = Mutable(wrappedValue: CopyCounting())
        for _ in 0..<100 { counting.wrappedValue.change() }
        expectEqual(counting.wrappedValue.copies, 0)
    }

    @Test("C8: changes in place from 4 threads are all kept")
    func changedOnThreads() {
        let viewModel = Mutable(wrappedValue: [Int]())
        onThreads(4) { thread in
            for number in 0..<1_000 { viewModel.wrappedValue.append(thread * 1_000 + number) }
        }
        expectEqual(viewModel.wrappedValue.sorted(), Array(0..<4_000))
    }

    @Test("a change in place that throws halfway keeps what it has done, and sends it")
    func changedAndThrown() {
        func change(_ values: inout [Int]) throws {
            values.append(1)
            throw TestError()
        }
        let viewModel = MainViewModel()
        let recorder = Recorder<[Int]>()
        let subscription = viewModel.$items.subscribe(recorder)
        #expect(throws: TestError()) { try change(&viewModel.items) }
        expectEqual(viewModel.items, [1])
        expectEqual(recorder.elements, [[], [1]])
        subscription.dispose()
    }
}
