// EXAMPLE: imports
import Binding
import BindingOperators
// END
import BindingTesting
import Foundation
import TestSupport
import Testing

// Each example of README.md and of Documentation/Guarantees.md stands here once more, between its name and `END`, and is
// compiled and run; those with streams and stores stand in the tests of `Unidirectional`, that with a list in the tests of
// `BindingCollections`. A test at the end holds the two against each other. What an example says that it prints, it prints.

// EXAMPLE: quick start, controls
/// What your toolkit has, or what you write for it: a field tells when its user has edited it.
@MainActor final class NameField: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""

    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }
}

extension Reactive where Base: NameField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

@MainActor final class GreetingLabel: ReactiveCompatible {
    var text = ""
}
// END

// EXAMPLE: quick start, view model and view
@MainActor final class GreetingViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var name = ""
    @Bindable private(set) var greeting = ""

    init() {
        binding {
            $name => { [weak self] name in
                self?.greeting = name.isEmpty ? "Who are you?" : "Hello, \(name)!"
            }
        }
    }
}

@MainActor final class GreetingView: BindingContext {
    let disposeBag = DisposeBag()
    let field = NameField()
    let label = GreetingLabel()

    init(_ viewModel: GreetingViewModel) {
        binding {
            viewModel.$name <=> field.rx.text
            viewModel.$greeting => label.rx.text
        }
    }
}
// END

// EXAMPLE: a control's rx
/// A knob that tells on two relays what its user does with it.
@MainActor final class VolumeKnob: ReactiveCompatible {
    let turns = PublishRelay<Void>()
    let pushes = PublishRelay<Void>()
    var isEnabled = true
    private var position = 0

    var volume: Int {
        get { position }
        set {
            position = min(max(newValue, 0), 10)
            if position != newValue { turns.accept(()) }
        }
    }

    /// What a user does.
    func turn(to volume: Int) {
        position = volume
        turns.accept(())
    }
}

extension Reactive where Base: VolumeKnob {
    var volume: ControlProperty<Int> {
        controlProperty(changes: base.turns, getter: { $0.volume }, setter: { $0.volume = $1 })
    }

    var push: ControlEvent<Void> { controlEvent(base.pushes) }
}
// END

@Suite("The examples of the documentation")
@MainActor
struct ReadmeTests {
    private let print = Printer()

    @Test("Quick start")
    func quickStart() throws {
        // EXAMPLE: quick start, use
        let viewModel = GreetingViewModel()
        let view = GreetingView(viewModel)
        print(view.label.text)  // prints Who are you?

        view.field.type("Ada")  // as a user does
        print(viewModel.name)  // prints Ada
        print(view.label.text)  // prints Hello, Ada!

        viewModel.name = "Grace"  // as the program does
        print(view.field.text)  // prints Grace
        print(view.label.text)  // prints Hello, Grace!
        // END
        #expect(try print.lines == Example.named("quick start, use").output)
    }

    @Test("@Bindable")
    func bindable() throws {
        // EXAMPLE: bindable
        @MainActor final class ProfileViewModel {
            @Bindable private(set) var name = "Ada"
            @Bindable private(set) var subtitle: String?

            func marry() { name = "Ada Lovelace" }
        }

        let viewModel = ProfileViewModel()
        let bag = DisposeBag()
        viewModel.$name.drive(onNext: { print($0) }).disposed(by: bag)  // prints Ada
        viewModel.marry()  // prints Ada Lovelace
        // END
        #expect(try print.lines == Example.named("bindable").output)
    }

    @Test("@Mutable")
    func mutable() throws {
        // EXAMPLE: mutable
        @MainActor final class SearchViewModel {
            @Mutable var query = ""
        }

        let viewModel = SearchViewModel()
        let field = TextField()
        let bag = DisposeBag()
        viewModel.$query.bindTwoWay(to: field.rx.text).disposed(by: bag)

        field.type("swift")
        print(viewModel.query)  // prints swift
        viewModel.query = "linux"
        print(field.text)  // prints linux
        // END
        #expect(try print.lines == Example.named("mutable").output)
    }

    @Test("@ViewAction")
    func viewAction() throws {
        // EXAMPLE: view action
        @MainActor final class EditorViewModel {
            @ViewAction var alert: (String) -> Void

            func save() { alert("Saved") }
        }

        let viewModel = EditorViewModel()
        viewModel.save()  // nobody listens, and nothing is kept
        let bag = DisposeBag()
        viewModel.$alert.emit(onNext: { print($0) }).disposed(by: bag)
        viewModel.save()  // prints Saved
        // END
        #expect(try print.lines == Example.named("view action").output)
    }

    @Test("@ViewAction.NoParam")
    func viewActionWithoutParameter() throws {
        // EXAMPLE: view action without parameter
        @MainActor final class DialogViewModel {
            @ViewAction.NoParam var dismiss: () -> Void

            func cancel() { dismiss() }
        }

        let viewModel = DialogViewModel()
        let bag = DisposeBag()
        viewModel.$dismiss.emit(onNext: { print("gone") }).disposed(by: bag)
        viewModel.cancel()  // prints gone
        // END
        #expect(try print.lines == Example.named("view action without parameter").output)
    }

    @Test("=>")
    func oneWay() throws {
        // EXAMPLE: one way
        @MainActor final class CounterViewModel {
            @Bindable private(set) var title = "none"
            @ViewAction var alert: (String) -> Void

            func add() {
                title = "one"
                alert("That was the last one")
            }
        }

        let viewModel = CounterViewModel()
        let (label, button) = (Label(), Button())
        let titles = BehaviorRelay(value: "")
        let bag = DisposeBag()
        bag.insert {
            viewModel.$title => label.rx.text  // a control's property
            viewModel.$title => label.rx.caption  // a String goes where a String? is taken
            viewModel.$title => titles  // a relay
            viewModel.$title.map { $0 == "none" } => label.rx.isHidden
            viewModel.$alert => { print($0) }  // a closure, on the main actor
            button.rx.tap => viewModel.add  // a function without an argument
        }
        button.press()  // prints That was the last one
        print(label.text, titles.value, label.isHidden)  // prints one one false
        // END
        #expect(try print.lines == Example.named("one way").output)
        #expect(label.caption == "one")
    }

    @Test("<=>")
    func twoWay() throws {
        // EXAMPLE: two ways
        let code = BehaviorRelay(value: "")
        let field = TextField(maximumLength: 4)
        let bag = DisposeBag()
        bag.insert {
            code <=> field.rx.text
            code => { if $0 != $0.uppercased() { code.accept($0.uppercased()) } }
        }
        field.type("ab")
        print(code.value, field.text)  // prints AB AB
        code.accept("abcdef")
        print(code.value, field.text)  // prints ABCD ABCD
        // END
        #expect(try print.lines == Example.named("two ways").output)
    }

    @Test("Tests without waiting")
    func virtualTime() throws {
        // EXAMPLE: virtual time
        let scheduler = TestScheduler()
        let query = scheduler.createHotObservable(try Recorded.events("-s-w--(i|)"))
        let observer = scheduler.createObserver(String.self)
        let bag = DisposeBag()
        bag.insert(query.debounce(.milliseconds(2), scheduler: scheduler).subscribe(observer))
        scheduler.start()
        print(observer.events)  // prints [next(w) at 5, next(i) at 6, completed at 6]
        // END
        #expect(try print.lines == Example.named("virtual time").output)
    }

    @Test("??")
    func defaultValue() throws {
        // EXAMPLE: default value
        let name = BehaviorRelay(value: "Ada")
        let field = TextField()  // its optionalText is nil where it is empty
        let bag = DisposeBag()
        bag.insert {
            name <=> field.rx.optionalText ?? "unnamed"
        }
        field.type("")
        print(name.value)  // prints unnamed
        // END
        #expect(try print.lines == Example.named("default value").output)
    }

    @Test("BindingContext")
    func bindingContext() throws {
        // EXAMPLE: binding context
        @MainActor final class ListViewModel {
            @Bindable var title = "Fruit"
            @Mutable var note = ""
        }

        @MainActor final class ListView: BindingContext {
            let disposeBag = DisposeBag()
            let labels = [Label(), Label()]
            let field = TextField()

            init(_ viewModel: ListViewModel, isEditable: Bool) {
                binding {
                    for label in labels {
                        viewModel.$title => label.rx.text
                    }
                    if isEditable {
                        viewModel.$note <=> field.rx.text
                    }
                }
            }
        }

        let viewModel = ListViewModel()
        let view = ListView(viewModel, isEditable: true)
        view.disposeBag.dispose()  // also when the view is dropped
        viewModel.title = "Cheese"
        print(view.labels.map(\.text))  // prints ["Fruit", "Fruit"]
        // END
        #expect(try print.lines == Example.named("binding context").output)
    }

    @Test("A control's rx")
    func controls() throws {
        // EXAMPLE: a control's rx, use
        let volume = BehaviorRelay(value: 3)
        let isOn = BehaviorRelay(value: true)
        let knob = VolumeKnob()
        let bag = DisposeBag()
        bag.insert {
            volume <=> knob.rx.volume
            isOn => knob.rx.isEnabled  // a Binder<Bool>, made of the property alone
            knob.rx.push => { isOn.accept(!isOn.value) }
        }
        knob.turn(to: 7)
        print(volume.value)  // prints 7
        volume.accept(99)
        print(knob.volume, volume.value)  // prints 10 10
        // END
        #expect(try print.lines == Example.named("a control's rx, use").output)
        knob.pushes.accept(())
        #expect(!knob.isEnabled)
    }

    @Test("A Binder by hand")
    func binder() throws {
        // EXAMPLE: binder
        let label = Label()
        let shout = Binder<String>(label) { label, text in label.text = text.uppercased() + "!" }
        let bag = DisposeBag()
        Driver.just("hello").drive(shout).disposed(by: bag)
        print(label.text)  // prints HELLO!
        // END
        #expect(try print.lines == Example.named("binder").output)
    }

    @Test("Order")
    func order() throws {
        // EXAMPLE: order
        let number = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        number.subscribe(onNext: { if $0 == 1 { number.accept(2) } }).disposed(by: bag)
        number.subscribe(onNext: { print($0) }).disposed(by: bag)  // prints 0
        number.accept(1)  // prints 1, then 2
        // END
        #expect(try print.lines == Example.named("order").output)
    }
}

// MARK: Documentation/Guarantees.md

extension ReadmeTests {
    @Test("C1")
    func acceptedAtOnce() throws {
        // EXAMPLE: C1
        let temperature = BehaviorRelay(value: 20)
        let bag = DisposeBag()
        temperature.subscribe(onNext: { if $0 > 30 { temperature.accept(30) } }).disposed(by: bag)
        temperature.subscribe(onNext: { print($0, temperature.value) }).disposed(by: bag)  // prints 20 20
        temperature.accept(35)  // prints 35 30, then 30 30
        // END
        #expect(try print.lines == Example.named("C1").output)
    }

    @Test("C6")
    func replay() throws {
        // EXAMPLE: C6
        let name = BehaviorRelay(value: "Ada")
        let bag = DisposeBag()
        name.asDriver().drive(onNext: { print($0) }).disposed(by: bag)  // prints Ada
        // END
        #expect(try print.lines == Example.named("C6").output)
    }

    @Test("C26")
    func onlyTheLatest() throws {
        // EXAMPLE: C26
        let progress = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        progress.conflate().drive(onNext: { print($0) }).disposed(by: bag)  // prints 0
        progress.accept(1)  // prints 1
        progress.accept(2)  // prints 2
        // END
        #expect(try print.lines == Example.named("C26").output)
    }

    @Test("C8")
    func atomicChange() async throws {
        // EXAMPLE: C8
        let count = BehaviorRelay(value: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { count.modify { $0 += 1 } } }
        }
        print(count.value)  // prints 100
        // END
        #expect(try print.lines == Example.named("C8").output)
    }

    @Test("C9")
    func disposalInsideTheCallback() throws {
        // EXAMPLE: C9
        let number = PublishRelay<Int>()
        let bag = DisposeBag()
        number.asSignal().emit(onNext: {
            print($0)
            bag.dispose()
        }).disposed(by: bag)
        number.accept(1)  // prints 1
        number.accept(2)
        // END
        #expect(try print.lines == Example.named("C9").output)
    }

    @Test("C10")
    func weakTarget() throws {
        // EXAMPLE: C10
        var label: Label? = Label()
        let isGone = { [weak label] in label == nil }
        let title = BehaviorRelay(value: "Ada")
        let binding = title.asDriver().drive(label!.rx.text)
        label = nil
        title.accept("Grace")  // nobody is there to show it
        print(isGone())  // prints true
        // END
        #expect(try print.lines == Example.named("C10").output)
        binding.dispose()
    }

    @Test("C14")
    func synchronous() throws {
        // EXAMPLE: C14
        let title = BehaviorRelay(value: "")
        let label = Label()
        let bag = DisposeBag()
        title.asDriver().drive(label.rx.text).disposed(by: bag)
        title.accept("Ada")
        print(label.text)  // prints Ada
        // END
        #expect(try print.lines == Example.named("C14").output)
    }

    @Test("C16")
    func shared() throws {
        // EXAMPLE: C16
        let number = BehaviorRelay(value: 2)
        let square = number.asDriver().map { number in
            print("squared")
            return number * number
        }
        let bag = DisposeBag()
        square.drive(onNext: { print($0) }).disposed(by: bag)  // prints squared, then 4
        square.drive(onNext: { print($0) }).disposed(by: bag)  // prints 4
        number.accept(3)  // prints squared, then 9, then 9
        // END
        #expect(try print.lines == Example.named("C16").output)
    }

    @Test("C17")
    func leftSideWins() throws {
        // EXAMPLE: C17
        let name = BehaviorRelay(value: "Ada")
        let field = TextField("Grace")
        let bag = DisposeBag()
        bag.insert(name <=> field.rx.text)
        print(name.value, field.text)  // prints Ada Ada
        // END
        #expect(try print.lines == Example.named("C17").output)
    }

    @Test("C19")
    func viewModelNormalises() throws {
        // EXAMPLE: C19
        let email = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(email <=> field.rx.text)
        bag.insert(email => { if $0.contains(" ") { email.accept($0.filter { $0 != " " }) } })
        field.type("ada@ example.org")
        print(field.text)  // prints ada@example.org
        // END
        #expect(try print.lines == Example.named("C19").output)
    }

    @Test("C23")
    func diagnostics() throws {
        let former = BindingDiagnostics.handler
        defer { BindingDiagnostics.handler = former }
        // EXAMPLE: C23
        BindingDiagnostics.handler = { warning in print("binding: \(warning)") }
        // END
        #expect(print.lines.isEmpty)
    }
}

// MARK: The documentation itself

extension ReadmeTests {
    @Test("Each example of the documentation is one of these, line by line", arguments: Example.documents)
    func documentationIsTested(document: String) throws {
        let tested = try Example.all().map(\.lines)
        let documented = try Example.blocks(of: document)
        #expect(!documented.isEmpty || !["README.md", "Documentation/Guarantees.md"].contains(document))
        for block in documented where !tested.contains(block) {
            Issue.record("\(document) has an example that is not tested:\n\(text(block))")
        }
    }

    @Test("Each of these is an example of the documentation")
    func testsAreDocumented() throws {
        let documented = try Example.documents.flatMap { try Example.blocks(of: $0) }
        for example in try Example.all() where !documented.contains(example.lines) {
            Issue.record("'\(example.name)' is no example of the documentation:\n\(text(example.lines))")
        }
    }

    @Test("Names are given once")
    func namesAreUnique() throws {
        let names = try Example.all().map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("The manifest in the README names what this package has")
    func manifest() throws {
        let blocks = try Example.blocks(of: "README.md", manifests: true)
        try #require(blocks.count == 1)
        let manifest = try Example.text(of: "Package.swift")
        for product in ["Binding", "BindingOperators", "BindingForms", "BindingCollections", "Unidirectional"] {
            #expect(text(blocks[0]).contains(#".product(name: "\#(product)", package: "Binding")"#))
            #expect(manifest.contains(#".library(name: "\#(product)""#))
        }
    }

    @Test("Links of the documentation lead somewhere", arguments: Example.documents)
    func links(document: String) throws {
        let folder = (document as NSString).deletingLastPathComponent
        for match in try Example.text(of: document).matches(of: /\]\((?<path>[^)#\s]*)(#(?<anchor>[^)\s]*))?\)/) {
            let path = String(match.output.path)
            if path.contains("://") { continue }
            let target = path.isEmpty ? document : (folder as NSString).appendingPathComponent(path)
            guard Example.exists(target) else {
                Issue.record("\(document) links to \(target), which is not there")
                continue
            }
            guard let anchor = match.output.anchor else { continue }
            let text = try Example.text(of: target)
            let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Example.anchor)
            #expect(headings.contains(String(anchor)), "\(target) has no heading for #\(anchor)")
        }
    }

    @Test("Each clause has a heading, in order")
    func clauses() throws {
        let headings = try Example.text(of: "Documentation/Guarantees.md").matches(of: /(?m)^## (C\d+) \S/)
        #expect(headings.map { String($0.output.1) } == (1...41).map { "C\($0)" })
    }

    private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
