import Binding
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("Messages of forms")
struct FormMessagesTests {
    @MainActor
    class Address {
        @Validated(name: "City", .notEmpty) var city = ""
        @Validated(.count(exactly: 5)) var zip = ""
        let title = "home"
    }

    @MainActor
    final class Customer: Address {
        @Validated(as: .optional(.integer), .ifPresent(.in(18...))) var age: Int? = nil
        let form = Form()

        override init() {
            super.init()
            form.add(fieldsOf: self)
        }
    }

    private let bag = DisposeBag()
    private let name = Field("", name: "Name", [.notEmpty])
    private let from = Field(1, as: .integer)
    private let to = Field(2, as: .integer)

    // MARK: Names and problems

    @Test("the fields of an object are added in order, and have the names of their properties")
    func fieldsOfAnObject() {
        let customer = Customer()
        expectEqual(customer.form.fields.map(\.name), ["City", "zip", "age"])
        #expect(customer.form.fields.first === customer.$city)
        customer.form.add(fieldsOf: customer)
        expectEqual(customer.form.fields.count, 3)
    }

    @Test("a field that nobody has named has no name; a name is in the language of the moment")
    func names() {
        #expect(from.name == nil)
        let language = BehaviorRelay(value: "en")
        let field = Field("", name: language.value == "en" ? "Name" : "Nom")
        expectEqual(field.name, "Name")
        language.accept("fr")
        expectEqual(field.name, "Nom")
    }

    @Test("problems are all errors in order, the form's own before those of its parts; hints are none")
    func problems() {
        let inner = Form(from, to).rule(from, to, on: nil as FormPart?) { $0 < $1 ? nil : "Not in order" }
        let form = Form(name, inner)
        form.rule(to, severity: .hint) { $0 > 5 ? "Far away" : nil }
        let seen = DrivenValues(form.problems.map { $0.map(\.description) })
        expectEqual(seen.elements, [["Name: This must not be empty"]])
        to.value = 0
        inner.reject("Nobody is there")
        expectEqual(seen.last, ["Name: This must not be empty", "Nobody is there", "Not in order"])
        expectEqual(form.currentProblems.map(\.field), [name, nil, to])
        expectEqual(form.currentProblems.map(\.part), [name, inner, to])
        name.value = "Ada"
        to.value = 7
        expectEqual(seen.last, [])
        expectEqual(form.currentProblems, [])
    }

    @Test("problems are sent when only what the form says about itself has changed")
    func ownProblems() {
        let form = Form(from, to)
        form.rule(from, to, on: form) { $0 < $1 ? nil : "Not in order" }
        let seen = DrivenValues(form.problems.map { $0.map(\.description) })
        form.reject("The server is busy")
        expectEqual(seen.elements, [[], ["The server is busy"]])
        to.value = 0
        expectEqual(seen.elements, [[], ["The server is busy"], ["Not in order"]])
        to.value = 5
        expectEqual(seen.elements, [[], ["The server is busy"], ["Not in order"], []])
    }

    // MARK: Messages about a form

    @Test("a rule that is shown at a form makes that invalid, and no field")
    func ruleAtAForm() {
        let form = Form(from, to)
        form.rule(from, to, on: form, code: "order") { $0 < $1 ? nil : "Not in order" }
        let message = DrivenValues(form.message)
        #expect(form.state.isValid)
        to.value = 0
        expectEqual(form.state.status, .invalid)
        expectEqual(to.state.status, .valid)
        #expect(form.hasError("order") && !to.hasError("order"))
        expectEqual(form.firstInvalid, nil)
        // Nobody has visited it.
        expectEqual(message.elements, [nil])
        to.touch()
        expectEqual(message.elements, [nil, "Not in order"])
        to.value = 9
        expectEqual(message.elements, [nil, "Not in order", nil])
        #expect(form.state.isValid)
        form.isEnabled = false
        to.value = 0
        expectEqual(form.state.status, .disabled)
        #expect(!form.hasError("order"))
    }

    @Test("a form that is rejected is invalid until the next edit in it, and shows why at once")
    func rejectedForm() {
        let inner = Form(from)
        let form = Form(inner, to)
        let message = DrivenValues(form.messageText)
        form.reject("The server is busy")
        expectEqual(form.state.status, .invalid)
        #expect(!form.state.isTouched && form.state.isSubmitted)
        inner.reject([ValidationMessage("One", code: "one"), ValidationMessage("Two", severity: .hint)])
        #expect(inner.hasError("one") && !inner.hasError("two"))
        expectEqual(form.currentProblems.map(\.message.text), ["The server is busy", "One"])
        to.value = 5
        expectEqual(form.currentProblems.map(\.message.text), ["One"])
        from.value = 5
        #expect(form.state.isValid)
        expectEqual(message.elements, ["", "The server is busy", ""])
        form.reject("Again")
        form.reset()
        #expect(form.state.isValid && !form.state.isSubmitted)
    }

    @Test("an edit deep within it ends the rejection of a form; of one that it is not in, it does not")
    func rejectionOfOthers() {
        let outer = Form(Form(Form(from)))
        let other = Form(to)
        let both = Form(outer, other)
        outer.reject("Outer")
        other.reject("Other")
        both.reject("Both")
        from.raw = "3"
        expectEqual(both.currentProblems.map(\.message.text), ["Other"])
    }

    @Test("several messages of a server at one field replace those before")
    func severalRejections() {
        name.value = "Ada"
        name.reject([ValidationMessage("Taken", code: "taken"), ValidationMessage("Short")])
        expectEqual(name.currentMessages.map(\.text), ["Taken", "Short"])
        #expect(name.hasError("taken"))
        name.reject("Other")
        expectEqual(name.currentMessages.map(\.text), ["Other"])
        name.reject([])
        expectEqual(name.currentMessages, [])
        name.reject("Again")
        name.value = "Bob"
        expectEqual(name.currentMessages, [])
    }

    @Test("a submission is refused by what a form shows about itself; that is no error, and no field is named")
    func refusalByAForm() async {
        let form = Form(from, to)
        form.rule(from, to, on: form) { $0 < $1 ? nil : "Not in order" }
        var runs = 0
        let submit = form.command { runs += 1 }
        let errors = DrivenValues(submit.errors.map { "\($0)" }.asDriver(onErrorJustReturn: ""))
        let refused = DrivenValues(form.refusals.map { _ in 1 }.asDriver(onErrorJustReturn: 0))
        to.value = 0
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(runs, 0)
        expectEqual(errors.elements, [])
        expectEqual(refused.elements, [])
        to.value = 3
        _ = try? await submit.execute()
        expectEqual(runs, 1)
        // What the server refuses as a whole.
        let save = form.command { () async throws -> Void in
            form.reject("Not today")
            throw CommandRefusal.invalid
        }
        let failures = DrivenValues(save.errors.map { "\($0)" }.asDriver(onErrorJustReturn: ""))
        await #expect(throws: CommandRefusal.invalid) { try await save.execute() }
        expectEqual(failures.elements, [])
        expectEqual(form.currentProblems.map(\.message.text), ["Not today"])
    }

    @Test("a form goes with the rules that are shown at it")
    func released() {
        weak var former: Form?
        weak var formerOuter: Form?
        func make() {
            let form = Form(from)
            let outer = Form(form, to)
            let scheduler = TestScheduler()
            form.rule(from, on: form) { _ in "No" }
            outer.rule(from, to, on: outer, when: BehaviorRelay(value: true)) { _, _ in "No" }
            outer.rule(from, on: form, after: .zero, scheduler: scheduler) { _ in .just("No") }
            form.reject("No")
            (former, formerOuter) = (form, outer)
        }
        make()
        #expect(former == nil && formerOuter == nil)
        from.value = 3
        #expect(from.state.isValid)
    }

    @Test("a submission asks again what a form was rejected with before, and not what a field was")
    func submittedAgain() async throws {
        let (inner, note) = (Form(from), Field("", [Rule<String>]()))
        let form = Form(inner, note)
        var runs = 0
        let submit = form.command {
            runs += 1
            guard runs > 1 else {
                form.reject("The server is busy")
                inner.reject("Nobody is there")
                throw CommandRefusal.invalid
            }
        }
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(form.currentProblems.count, 2)
        try await submit.execute()
        expectEqual(runs, 2)
        #expect(form.state.isValid)
        note.reject("Not that")
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(runs, 2)
    }

    @Test("a form that is rejected is edited by rows that come or go")
    func rejectedRows() {
        let rows = BehaviorRelay(value: [from, to])
        let inner = Form(of: rows) { $0 }
        let form = Form(name, inner)
        name.value = "Ada"
        inner.reject("At most one")
        form.reject("No")
        rows.accept([from, to])
        expectEqual(form.currentProblems.count, 2)
        rows.accept([from])
        #expect(form.state.isValid)
        form.reject("No")
        rows.accept([])
        #expect(form.state.isValid)
        inner.reject("At least one")
        form.reject("No")
        rows.accept([from])
        #expect(form.state.isValid)
        form.reject("No")
        form.reject([])
        #expect(form.state.isValid)
    }

    @Test("what a form without fields says is shown once the form around it has been submitted")
    func messageOfAnEmptyForm() async {
        let rows = BehaviorRelay<[Field<String, Int>]>(value: [])
        let lines = Form(of: rows) { $0 }
        let form = Form(from, lines)
        form.rule(from, on: lines) { _ in rows.value.isEmpty ? "Add a line" : nil }
        let message = DrivenValues(lines.message)
        let submit = form.command {}
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(message.elements, [nil, "Add a line"])
        form.reset()
        expectEqual(message.last, nil as String?)
    }

    // MARK: Codes

    @Test("the rules of the library have codes; a program gives others")
    func codes() {
        func codes<Value: Equatable & Sendable>(_ rule: Rule<Value>, _ value: Value) -> [ValidationMessage.Code?] {
            Field(value, as: ValueConverter(parse: { (_: Int) in value }, format: { _ in 0 }), [rule]).currentMessages
                .map(\.code)
        }
        expectEqual(codes(.notEmpty, ""), [.required])
        expectEqual(codes(.notBlank, " "), [.required])
        expectEqual(codes(.notNil, Int?.none), [.required])
        expectEqual(codes(.count(2...), "a"), [.count])
        expectEqual(codes(.count(exactly: 2), [1]), [.count])
        expectEqual(codes(.in(1...2), 3), [.range])
        expectEqual(codes(.greaterThan(3), 3), [.range])
        expectEqual(codes(.email, "x"), [.email])
        expectEqual(codes(.matches(/a/), "x"), [.pattern])
        expectEqual(codes(.equals(true), false), [.equals])
        expectEqual(codes(.isOneOf([1, 2]), 3), [.isOneOf])
        expectEqual(codes(.ifPresent(.in(1...2)), 3), [.range])
        expectEqual(codes(Rule { _ in "No" }, 3), [nil])
        expectEqual(codes(Rule { _ in "No" }.code("no").message("Never").hint, 3), ["no"])
        expectEqual(codes(.notEmpty.code("empty"), ""), ["empty"])
        from.raw = "x"
        #expect(from.hasError(.unreadable))
        from.raw = "3"
        #expect(!from.hasError(.unreadable))
    }

    @Test("a hint is no error, and a derived value follows what it has asked for")
    func hasError() {
        let field = Field("", [.notEmpty.hint])
        #expect(!field.hasError(.required))
        let isMissing = DrivenValues(Driver.derived { [name] in name.hasError(.required) })
        name.value = "Ada"
        name.value = ""
        expectEqual(isMissing.elements, [true, false, true])
    }

    // MARK: Submitted, untouched, reformatted

    @Test("a form is submitted from its first submission, also of an invalid one, until a reset")
    func submitted() async {
        let form = Form(name)
        let outer = Form(form)
        let submit = form.command {}
        let isSubmitted = DrivenValues(form.isSubmitted)
        _ = try? await submit.execute()
        #expect(form.state.isSubmitted && !outer.state.isSubmitted)
        form.markUntouched()
        #expect(!name.state.isTouched && !form.state.isTouched && form.state.isSubmitted)
        form.reset()
        _ = try? await submit.execute()
        outer.reset()
        expectEqual(isSubmitted.elements, [false, true, false, true, false])
    }

    @Test("a field that is not touched any more shows nothing until it is visited again")
    func untouched() {
        let form = Form(name)
        let message = DrivenValues(name.message)
        name.touch()
        name.markUntouched()
        form.touchAll()
        form.markUntouched()
        expectEqual(
            message.elements, [nil, "This must not be empty", nil, "This must not be empty", nil])
    }

    @Test("a field shows its value as it is formatted; what cannot be read stays")
    func reformatted() {
        from.raw = "0020"
        from.reformat()
        expectEqual([from.raw, "\(from.value)"], ["20", "20"])
        from.raw = "20x"
        from.reformat()
        expectEqual(from.raw, "20x")
        let raws = DrivenValues(to.asDriver())
        to.reformat()
        expectEqual(raws.elements, ["2"])
    }

    @Test(
        "to show a value as it is formatted is no edit: of a value that is shown shorter, of what was rejected, of undo"
    )
    func reformattingIsNoEdit() {
        let rounded = ValueConverter<String, Double>(
            parse: { Double($0) ?? 0 }, format: { "\(Double(Int($0 * 100)) / 100)" })
        let amount = Field(0.0, as: rounded)
        let form = Form(amount)
        let history = UndoHistory(amount)
        let shown = BehaviorRelay(value: "")
        (amount => shown).disposed(by: bag)
        amount.raw = "3.14159"
        let steps = history.undoCount
        form.reject("No")
        amount.reject("Not that")
        amount.reformat()
        expectEqual([amount.raw, shown.value], ["3.14", "3.14"])
        expectEqual(amount.value, 3.14159)
        expectEqual(history.undoCount, steps)
        expectEqual(form.currentProblems.count, 2)
        amount.raw = "3"
        #expect(form.state.isValid)
        history.undo()
        expectEqual(amount.value, 3.14159)
    }

    // MARK: Rules that come, go and take too long

    @Test("a rule applies while its condition holds")
    func condition() {
        let isCompany = BehaviorRelay(value: false)
        let form = Form(name, from)
        form.rule(from, when: isCompany.asDriver()) { $0 > 0 ? "Not for companies" : nil }
        let status = DrivenValues(from.status)
        isCompany.accept(true)
        from.value = 0
        from.value = 1
        isCompany.accept(false)
        from.value = 2
        expectEqual(status.elements, [.valid, .invalid, .valid, .invalid, .valid])
    }

    @Test("an asynchronous rule whose condition does not hold is not asked; its answer is kept")
    func conditionOfAnAsynchronousRule() {
        let scheduler = TestScheduler()
        let isOn = BehaviorRelay(value: false)
        var questions = 0
        let form = Form(from).rule(from, when: isOn.asDriver(), after: .seconds(1), scheduler: scheduler) { value in
            questions += 1
            return Observable.just(value == 1 ? "One" : nil)
        }
        scheduler.advance(by: .seconds(5))
        expectEqual(questions, 0)
        #expect(form.state.isValid)
        isOn.accept(true)
        expectEqual(form.state.status, .pending)
        scheduler.advance(by: .seconds(5))
        expectEqual(form.state.status, .invalid)
        isOn.accept(false)
        #expect(form.state.isValid)
        isOn.accept(true)
        expectEqual(form.state.status, .invalid)
        expectEqual(questions, 1)
    }

    @Test("a rule goes with its bag, and its message with it")
    func disposedRule() {
        let form = Form(from, to)
        var bag: DisposeBag? = DisposeBag()
        var checks = 0
        form.rule(from, to, on: form, disposedBy: bag) { _, _ in
            checks += 1
            return "No"
        }
        expectEqual(form.state.status, .invalid)
        bag = nil
        #expect(form.state.isValid)
        from.value = 7
        expectEqual(checks, 1)
    }

    @Test("a rule that goes in a batch is not asked about what was set in it")
    func disposedInABatch() {
        let form = Form(from)
        let bag = DisposeBag()
        var checks = 0
        form.rule(from, disposedBy: bag) { _ in
            checks += 1
            return nil
        }
        batch {
            from.value = 7
            bag.dispose()
        }
        expectEqual(checks, 1)
    }

    @Test("validate counts for an asynchronous rule whose condition does not hold, too")
    func validatedWithoutCondition() {
        let scheduler = TestScheduler()
        let isOn = BehaviorRelay(value: true)
        let answer = BehaviorRelay<String?>(value: "Taken")
        let form = Form(from).rule(from, when: isOn, after: .zero, scheduler: scheduler) { _ in .just(answer.value) }
        scheduler.advance(by: .seconds(1))
        expectEqual(form.state.status, .invalid)
        isOn.accept(false)
        answer.accept(nil)
        form.validate()
        isOn.accept(true)
        scheduler.advance(by: .seconds(1))
        expectEqual(form.state.status, .valid)
    }

    @Test("a condition that depends on the field that the rule reads is one change with it")
    func conditionOfTheSameChange() {
        let limit = BehaviorRelay(value: 3)
        let form = Form(from)
        let isOn = Driver.combineLatest(from.values, limit.asDriver()) { $0 > $1 }
        form.rule(from, when: isOn) { _ in "No" }
        let reports = DrivenValues(from.reports)
        from.value = 5
        expectEqual(reports.elements.map(\.state.status), [.valid, .invalid])
    }

    @Test("an asynchronous rule that takes too long has failed; a submission asks again")
    func timeLimit() async throws {
        let scheduler = TestScheduler()
        let answers = PublishSubject<String?>()
        var questions = 0
        let form = Form(from)
        let message: @MainActor (any Error) -> String = { $0 is TimeoutError ? "No answer" : "\($0)" }
        form.rule(from, after: .seconds(1), timeout: .seconds(10), scheduler: scheduler, onError: message) { _ in
            questions += 1
            return answers.asObservable()
        }
        var failures = 0
        form.errors.emit(onNext: { if $0 is TimeoutError { failures += 1 } }).disposed(by: bag)
        scheduler.advance(by: .seconds(10))
        expectEqual(form.state.status, .pending)
        scheduler.advance(by: .seconds(1))
        expectEqual(from.currentMessages, ["No answer"])
        expectEqual(failures, 1)
        #expect(!answers.hasObservers)
        let submit = form.command {}
        let run = Task { try await submit.execute() }
        while questions < 2 { await Task.yield() }
        answers.onNext(nil)
        try await run.value
        scheduler.advance(by: .seconds(60))
        #expect(form.state.isValid)
        expectEqual(failures, 1)
    }

    @Test("a rule at a form that takes time makes the form pending, and a submission waits for it")
    func asynchronousRuleAtAForm() async throws {
        let scheduler = TestScheduler()
        let answers = PublishSubject<String?>()
        let form = Form(from, to)
        form.rule(from, to, on: form, after: .seconds(1), scheduler: scheduler) { _, _ in answers.asObservable() }
        expectEqual(form.state.status, .pending)
        expectEqual(to.state.status, .valid)
        let submit = form.command {}
        let run = Task { try await submit.execute() }
        while !answers.hasObservers { await Task.yield() }
        answers.onNext("No")
        await #expect(throws: CommandRefusal.invalid) { try await run.value }
        expectEqual(form.currentProblems.map(\.description), ["No"])
    }

    // MARK: A model

    @Test("random forms of forms, rejected, edited, disabled and reset, say what a model says", arguments: 0..<20)
    func model(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let fields = (0..<4).map { _ in Field(0, as: .integer) }
        let forms = (0..<5).map { _ in Form() }
        // A part of a form comes after it, so that there is no circle; one may be in several.
        var parts: [[Int]] = forms.map { _ in [] }
        for (number, form) in forms.enumerated() {
            for part in (number + 1..<9).shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
                parts[number].append(part)
                form.add(part < 5 ? forms[part] : fields[part - 5])
            }
        }
        func isWithin(_ part: Int, _ form: Int) -> Bool {
            part == form || parts[form].contains { $0 == part || $0 < 5 && isWithin(part, $0) }
        }
        var rejected: Set<Int> = []
        var isOff: Set<Int> = []
        func counts(_ part: Int) -> Bool {
            !isOff.contains(part) && forms.indices.allSatisfy { !parts[$0].contains(part) || counts($0) }
        }
        func leaves(_ part: Int) -> [Int] { part < 5 ? parts[part].flatMap(leaves) : [part] }
        func isEnabled(_ part: Int) -> Bool {
            part < 5 && !parts[part].isEmpty ? parts[part].contains(where: isEnabled) : counts(part)
        }
        func isInvalid(_ part: Int) -> Bool {
            guard isEnabled(part) else { return false }
            return rejected.contains(part) || part < 5 && parts[part].contains(where: isInvalid)
        }
        func edited(_ field: Int) { rejected = rejected.filter { $0 != field && !($0 < 5 && isWithin(field, $0)) } }
        for step in 0..<300 {
            let part = Int.random(in: 0..<9, using: &random)
            let object: FormPart = part < 5 ? forms[part] : fields[part - 5]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                object.reject("\(part)")
                rejected.insert(part)
            case 2, 3:
                guard part >= 5 else { continue }
                fields[part - 5].value = step + 1
                edited(part)
            case 4:
                object.isEnabled.toggle()
                isOff.formSymmetricDifference([part])
            default:
                object.reset()
                rejected.subtract((0..<9).filter { part < 5 ? isWithin($0, part) : $0 == part })
                for field in leaves(part) { edited(field) }
            }
            for part in 0..<9 {
                let object: FormPart = part < 5 ? forms[part] : fields[part - 5]
                let status: FormStatus = !isEnabled(part) ? .disabled : isInvalid(part) ? .invalid : .valid
                expectEqual(object.state.status, status)
                guard part < 5 else { continue }
                let problems = Set(forms[part].currentProblems.map(\.message.text))
                let within = (0..<9).filter { isWithin($0, part) && rejected.contains($0) && isEnabled($0) }
                expectEqual(problems, Set(within.map { "\($0)" }))
            }
        }
    }
}
