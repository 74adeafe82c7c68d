import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Guarantees.md; see DocumentationTests. The others are in GuaranteesToolkitTests.

@MainActor
@Suite("The examples of the guarantees")
struct GuaranteesDocumentTests {
    private let print = Printer()

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
