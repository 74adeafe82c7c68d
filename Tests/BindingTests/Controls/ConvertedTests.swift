import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

extension ValueConverter<String, Int> {
    static var wholeNumber: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("'\(text)' is no number") }
                return number
            },
            format: { "\($0)" })
    }
}

extension ValueConverter<String, Double> {
    /// Shows less than the value contains.
    static var rounded: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let number = Double(text) else { throw ConversionError("'\(text)' is no number") }
                return number
            },
            format: { "\(($0 * 10).rounded() / 10)" })
    }
}

extension ValueConverter<String, String> {
    /// Refuses text that does not begin with a sign.
    static var afterSign: ValueConverter {
        ValueConverter(
            parse: { text in
                guard text.hasPrefix("#") else { throw ConversionError("It begins with #") }
                return String(text.dropFirst())
            },
            format: { "#" + $0 })
    }
}

/// A control whose value cannot be read.
@MainActor
final class UnknownControl<Value: Sendable> {
    let values = PublishRelay<Value>()
    let written = Recorder<Value>()

    var property: ControlProperty<Value> {
        ControlProperty(values: values, valueSink: written, sendsInitialValueLater: true)
    }
}

@Suite("C32 A control's property as another type")
@MainActor
struct ConvertedTests {
    let bag = DisposeBag()
    let age = BehaviorRelay(value: 18)
    let field = TextField()
    let told = Recorder<Int>()

    private func bind() {
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber))
        bag.insert(age.skip(1).subscribe(told))
    }

    @Test("C32: as another type")
    func anotherType() {
        bind()
        expectEqual(field.text, "18")
        field.type("19")
        expectEqual(age.value, 19)
        age.accept(20)
        expectEqual(field.text, "20")
        expectEqual(told.elements, [19, 20])
        expectEqual(field.writes, ["18", "20"])
    }

    @Test("C32: what cannot be read is not sent and not overwritten, until a value is set, the same one included")
    func unreadable() {
        bind()
        field.type("eighteen")
        expectEqual(age.value, 18)
        expectEqual(field.text, "eighteen")
        expectEqual(told.elements, [])
        age.accept(18)
        expectEqual(field.text, "18")
        field.type("")
        field.type("7")
        expectEqual(age.value, 7)
        expectEqual(field.text, "7")
    }

    @Test("C32: what can be read stays as typed where the value is set that it stands for", arguments: [false, true])
    func staysAsTyped(_ isEcho: Bool) {
        let field = TextField("", reportsWrites: isEcho)
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber))
        field.type("018")
        age.accept(18)
        expectEqual(field.text, "018")
        age.accept(19)
        expectEqual(field.text, "19")
        let length = BehaviorRelay(value: 0.0)
        bag.insert(length <=> field.rx.text.converted(by: .rounded))
        field.type("1.")
        expectEqual(length.value, 1)
        length.accept(1)
        expectEqual(field.text, "1.")
    }

    @Test("C32, C17: the first edit after an unreadable start is sent, and a readable start is no edit")
    func unreadableStart() {
        for text in ["eighteen", "1"] {
            let age = BehaviorRelay(value: 18)
            let field = TextField(text)
            let property = field.rx.text.converted(by: .wholeNumber)
            let changed = Recorder<Int>()
            bag.insert(property.changed.subscribe(changed))
            bag.insert(age <=> property)
            expectEqual(field.text, "18")
            expectEqual(age.value, 18)
            field.type("19")
            expectEqual(age.value, 19)
            expectEqual(changed.elements, [19])
        }
    }

    @Test("C32: as a source it begins with what the control holds, if that can be read")
    func source() {
        let property = field.rx.text.converted(by: .wholeNumber)
        let unreadable = Recorder<Int>()
        bag.insert(property.asObservable().subscribe(unreadable))
        field.type("1")
        let readable = Recorder<Int>()
        var driven: [Int] = []
        bag.insert(property.asObservable().subscribe(readable), property.asDriver() => { driven.append($0) })
        field.type("x")
        field.type("2")
        expectEqual(unreadable.elements, [1, 2])
        expectEqual(readable.elements, [1, 2])
        expectEqual(driven, [1, 2])
    }

    // MARK: Failures

    @Test("C32: failures are sent once for each sentence, at the start, and cleared by a value")
    func failures() {
        let sentences = Recorder<String?>()
        let label = Label()
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber, failures: sentences))
        bag.insert(
            age
                <=> field.rx.text.converted(
                    by: ValueConverter.wholeNumber.message("Give a number"), failures: label.rx.text))
        // Not its content before the relay's value was shown.
        expectEqual(sentences.elements, [nil])
        field.type("1")
        field.type("2")
        expectEqual(sentences.count, 1)
        field.type("x")
        field.type("x")
        field.type("y")
        expectEqual(sentences.elements.suffix(2), ["'x' is no number", "'y' is no number"])
        expectEqual(label.text, "Give a number")
        age.accept(age.value)
        expectEqual(sentences.elements.suffix(1), [nil])
        expectEqual(sentences.count, 4)
        expectEqual(label.history, ["", "Give a number", ""])
    }

    @Test("C32: failures begin with nil where all is well, and are sent for a property that is only observed")
    func failuresOfSource() {
        let sentences = Recorder<String?>()
        let shown = BehaviorRelay<String?>(value: "before")
        field.text = "1"
        bag.insert(field.rx.text.converted(by: .wholeNumber, failures: sentences) => age)
        bag.insert(field.rx.text.converted(by: .wholeNumber, failures: shown).changed.subscribe(onNext: { _ in }))
        expectEqual(sentences.elements, [nil])
        #expect(shown.value == nil)
        field.type("x")
        expectEqual(shown.value, "'x' is no number")
        expectEqual(age.value, 1)
    }

    @Test("C32: what the control makes of a value may be unreadable, and is sent after it")
    func unreadableAnswer() {
        let sentences = Recorder<String?>()
        let field = TextField(normalize: { $0 == "5" ? "five" : $0 })
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber, failures: sentences))
        age.accept(5)
        expectEqual(field.text, "five")
        expectEqual(age.value, 5)
        expectEqual(sentences.elements.last, "'five' is no number")
        age.accept(6)
        expectEqual(sentences.elements.last, .some(nil))
    }

    @Test("C32, C2: an observer of failures may set the value, or dispose of the binding")
    func failuresThatAnswer() {
        let age = age
        var sentences: [String?] = []
        let repairing = AnyObserver<String?> { event in
            MainActor.assumeIsolated {
                let depth = sentences.count
                if event.element! != nil { age.accept(0) }
                expectEqual(sentences.count, depth)
                sentences.append(event.element!)
            }
        }
        field.text = "1"
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber, failures: repairing))
        field.type("x")
        expectEqual(field.text, "0")
        expectEqual(age.value, 0)
        expectEqual(sentences, [nil, "'x' is no number", nil])

        let other = TextField("1")
        let ending = BehaviorRelay<String?>(value: nil)
        let binding = age <=> other.rx.text.converted(by: .wholeNumber, failures: ending)
        bag.insert(ending.subscribe(onNext: { if $0 != nil { binding.dispose() } }))
        other.type("x")
        other.type("3")
        expectEqual(age.value, 0)
    }

    @Test("C32, C13: off the main actor, everything is delivered there as soon as it is free")
    func elsewhere() async {
        field.text = "x"
        let property = field.rx.text.converted(
            by: .wholeNumber,
            failures: AnyObserver<String?> { _ in
                MainActor.assertIsolated()
            })
        let bag = bag
        let age = age
        onAnotherThread { bag.insert(age.bindTwoWay(to: property)) }
        await mainActorIsFree()
        expectEqual(field.text, "18")
        field.type("19")
        expectEqual(age.value, 19)
    }

    // MARK: Controls whose value cannot be read

    @Test("C32: where a control cannot be asked, what it has emitted or been given last is remembered")
    func unknown() {
        let control = UnknownControl<String>()
        let sentences = Recorder<String?>()
        bag.insert(age <=> control.property.converted(by: .wholeNumber, failures: sentences))
        expectEqual(control.written.elements, ["18"])
        // C17: its initial value.
        control.values.accept("held")
        expectEqual(sentences.elements, [nil])
        control.values.accept("x")
        expectEqual(sentences.elements, [nil, "'x' is no number"])
        age.accept(18)
        expectEqual(control.written.elements, ["18", "18"])
        age.accept(18)
        expectEqual(control.written.elements, ["18", "18"])
        control.values.accept("019")
        expectEqual(age.value, 19)
        age.accept(19)
        expectEqual(control.written.elements, ["18", "18"])
        age.accept(20)
        expectEqual(control.written.elements, ["18", "18", "20"])
    }

    @Test("C32, C17: what it held at first is no failure if it is emitted after a value was set")
    func lateStart() {
        let control = UnknownControl<String>()
        let sentences = Recorder<String?>()
        let property = control.property.converted(by: .wholeNumber, failures: sentences)
        bag.insert(property.changed.subscribe(told))
        property.onNext(1)
        control.values.accept("held")
        expectEqual(sentences.elements, [nil])
        control.values.accept("x")
        expectEqual(sentences.elements, [nil, "'x' is no number"])
    }

    // MARK: In combination

    @Test("C32: what is shown of a value stands for it, though it is less", arguments: [false, true])
    func rounded(_ isEcho: Bool) {
        let length = BehaviorRelay(value: 3.14159)
        let field = TextField("", reportsWrites: isEcho)
        bag.insert(length <=> field.rx.text.converted(by: .rounded))
        expectEqual(field.text, "3.1")
        expectEqual(length.value, 3.14159)
        length.accept(3.14159)
        expectEqual(field.writes, ["3.1"])
        length.accept(2.71828)
        expectEqual(field.text, "2.7")
        expectEqual(length.value, 2.71828)
        field.type("2.8")
        field.type("2.7")
        expectEqual(length.value, 2.7)
    }

    @Test("C32, C19: a view model that clamps in the same turn", arguments: [false, true])
    func clamped(_ isEcho: Bool) {
        let field = TextField("", reportsWrites: isEcho)
        let age = age
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber))
        bag.insert(age => { if $0 > 100 { age.accept(100) } })
        field.type("120")
        expectEqual(age.value, 100)
        expectEqual(field.text, "100")
        field.type("0120")
        expectEqual(field.text, "100")
    }

    @Test("C32, C20: a control that cuts what it is given")
    func cut() {
        let field = TextField(maximumLength: 2)
        bag.insert(age <=> field.rx.text.converted(by: .wholeNumber))
        age.accept(1234)
        expectEqual(field.text, "12")
        expectEqual(age.value, 12)
    }

    @Test("C32, C21: a view model and a control that never agree come to rest")
    func quarrel() {
        let field = TextField(normalize: { $0.hasSuffix("0") ? $0 : $0 + "0" })
        let age = age
        let warnings = collectingWarnings {
            bag.insert(age <=> field.rx.text.converted(by: .wholeNumber))
            bag.insert(age.asDriver().skip(1) => { if $0 % 10 == 0 { age.accept($0 + 1) } })
            field.type("5")
        }
        expectEqual(warnings.count, 1)
    }

    @Test("C32, C21: rings of relays and converted sides")
    func rings() {
        let relays = [age, BehaviorRelay(value: 1), BehaviorRelay(value: 2)]
        let fields = [field, TextField("", reportsWrites: true), TextField("x")]
        let warnings = collectingWarnings {
            bag.insert(relays[0] <=> relays[1], relays[1] <=> relays[2], relays[2] <=> relays[0])
            for relay in relays {
                for field in fields { bag.insert(relay <=> field.rx.text.converted(by: .wholeNumber)) }
            }
        }
        #expect(warnings.isEmpty)
        for (index, edited) in fields.enumerated() {
            edited.type("0\(index)5")
            expectEqual(relays.map(\.value), [index * 10 + 5, index * 10 + 5, index * 10 + 5])
            expectEqual(fields.filter { $0 !== edited }.map(\.text), ["\(index * 10 + 5)", "\(index * 10 + 5)"])
            expectEqual(edited.text, "0\(index)5")
            edited.type("x")
            relays[1].accept(index)
            expectEqual(relays.map(\.value), [index, index, index])
            expectEqual(fields.map(\.text), ["\(index)", "\(index)", "\(index)"])
        }
    }

    @Test("C32: two relays on one property: what one view model makes of an edit reaches the other relay")
    func twoRelays() {
        let other = BehaviorRelay(value: 0)
        let property = field.rx.text.converted(by: .wholeNumber)
        let age = age
        bag.insert(age <=> property, other <=> property)
        bag.insert(age => { if $0 > 100 { age.accept(100) } })
        field.type("120")
        expectEqual(field.text, "100")
        expectEqual([age.value, other.value], [100, 100])
    }

    @Test("C32: converters on converters, and defaults for nothing")
    func nested() {
        let sentences = Recorder<String?>()
        bag.insert(
            age <=> field.rx.text.converted(by: .afterSign).converted(by: .wholeNumber, failures: sentences))
        expectEqual(field.text, "#18")
        field.type("#19")
        expectEqual(age.value, 19)
        field.type("19")
        expectEqual(sentences.elements.last, "It begins with #")
        field.type("#x")
        expectEqual(sentences.elements.last, "'x' is no number")
        age.accept(19)
        expectEqual(field.text, "#19")

        let optional = ValueConverter<String, Int?>(
            parse: { $0.isEmpty ? nil : try ValueConverter.wholeNumber.parse($0) }, format: { $0.map { "\($0)" } ?? "" }
        )
        let other = TextField()
        let count = BehaviorRelay(value: 3)
        bag.insert(count <=> other.rx.text.converted(by: optional) ?? -1)
        expectEqual(other.text, "3")
        other.type("")
        expectEqual(count.value, -1)
        expectEqual(other.text, "")
        other.type("x")
        expectEqual(other.text, "x")
        count.accept(-1)
        expectEqual(other.text, "-1")
        let emptied = BehaviorRelay(value: 4)
        bag.insert(emptied <=> field.rx.optionalText.orEmpty.converted(by: .wholeNumber))
        expectEqual(field.text, "4")
    }

    @Test("C32: a driver that is shown leaves as typed what stands for its value")
    func oneWay() {
        bag.insert(age.asDriver() => field.rx.text.converted(by: .wholeNumber))
        field.type("018")
        age.accept(18)
        expectEqual(field.text, "018")
        field.type("x")
        age.accept(18)
        expectEqual(field.text, "18")
        age.accept(19)
        expectEqual(field.text, "19")
    }

    @Test("C32, C22: values that cannot be compared")
    func notEquatable() {
        let converter = ValueConverter<String, Opaque>(
            parse: { text in
                guard !text.isEmpty else { throw ConversionError("Empty") }
                return Opaque(text: text)
            }, format: { $0.text })
        let relay = BehaviorRelay(value: Opaque(text: "a"))
        bag.insert(relay <=> field.rx.text.converted(by: converter))
        field.type("b")
        expectEqual(relay.value.text, "b")
        expectEqual(field.writes, ["a"])
        field.type("")
        expectEqual(relay.value.text, "b")
        relay.accept(relay.value)
        expectEqual(field.text, "b")
    }

    @Test("C32, C17 to C20: of a lens")
    func lens() {
        struct Person: Equatable {
            var name = ""
            var age = 18
        }
        let person = BehaviorRelay(value: Person())
        bag.insert(person.age <=> field.rx.text.converted(by: .wholeNumber))
        expectEqual(field.text, "18")
        field.type("019")
        expectEqual(person.value.age, 19)
        person.name.value = "Ada"
        expectEqual(field.text, "019")
        bag.insert(
            person.asDriver().drive(onNext: { [person] in if $0.age > 100 { person.age.value = 100 } }))
        field.type("200")
        expectEqual(person.value, Person(name: "Ada", age: 100))
        expectEqual(field.text, "100")
    }

    @Test("an edit is read once on its own side, and what the other side holds once")
    func callsOfConverters() {
        let calls = Shared<[String]>([])
        func counted(_ name: String) -> ValueConverter<String, Int> {
            ValueConverter(
                parse: { text in
                    calls.value.append("\(name) parses \(text)")
                    return try ValueConverter.wholeNumber.parse(text)
                },
                format: { number in
                    calls.value.append("\(name) formats \(number)")
                    return "\(number)"
                })
        }
        let other = TextField()
        bag.insert(age <=> field.rx.text.converted(by: counted("left")))
        bag.insert(age <=> other.rx.text.converted(by: counted("right")))
        other.type("20")
        calls.value = []
        field.type("19")
        expectEqual(calls.value, ["left parses 19", "right parses 20", "right formats 19"])
        other.type("x")
        calls.value = []
        field.type("21")
        expectEqual(calls.value, ["left parses 21", "right parses x", "right formats 21"])
        expectEqual([field.text, other.text], ["21", "21"])
    }

    @Test("C10, C11: nothing is left behind, disposed of or not", arguments: [false, true])
    func leaks(isDisposedOf: Bool) throws {
        try withoutLeaks {
            let age = BehaviorRelay(value: 18)
            let field = TextField()
            let sentences = BehaviorRelay<String?>(value: nil)
            let bag = DisposeBag()
            let binding = age <=> field.rx.text.converted(by: .wholeNumber, failures: sentences)
            if isDisposedOf { bag.insert(binding) }
            field.type("x")
            field.type("19")
            age.accept(20)
        }
    }

    @Test("C10: a plain two-way binding that nobody disposes of goes with its sides")
    func plainLeaks() throws {
        try withoutLeaks {
            let text = BehaviorRelay(value: "")
            let field = TextField()
            _ = text.bindTwoWay(to: field.rx.text)
            field.type("x")
        }
    }
}
