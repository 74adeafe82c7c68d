extension ControlPropertyType {
    /// The same property as another type, such as text as a number. Avalonia and WPF call this `Converter=`.
    ///
    /// ```swift
    /// viewModel.$age <=> field.rx.text.converted(by: .integer)
    /// ```
    ///
    /// Input that can be read is sent as a value. Input that cannot be read is not sent, and stays as it is until a
    /// value is set: any value, including the last one that was sent. Input that can be read stays as typed when the
    /// value is set that it stands for, as "018" does for 18. Whatever the control shows for a value stands for that
    /// value, even if `format` has left some of it out.
    ///
    /// - Parameter converter: Reads the control's content, and formats values for it. It is called on the main actor.
    @inlinable
    public func converted<Value: Sendable>(by converter: ValueConverter<Element, Value>) -> ControlProperty<Value> {
        asControlProperty().converted(by: converter, telling: nil)
    }

    /// The same property as another type, with a report of why the control's content cannot be read; see
    /// ``converted(by:)``.
    ///
    /// - Parameters:
    ///   - converter: Reads the control's content, and formats values for it. It is called on the main actor.
    ///   - failures: Receives, on the main actor, a sentence that says why the control's content cannot be read, and
    ///     `nil` once it can be, or once a value is set: first for the control's content when the property is
    ///     subscribed to, or when it has been bound, then each time the sentence changes.
    @inlinable
    public func converted<Value: Sendable>(
        by converter: ValueConverter<Element, Value>, failures: some BindingTarget<String?>
    ) -> ControlProperty<Value> {
        asControlProperty().converted(by: converter, telling: FailureObserver(failures.asObserver()))
    }

    /// The same property as another type, with a report of why the control's content cannot be read, for a target that
    /// does not take `nil`; see ``converted(by:failures:)``.
    ///
    /// - Parameters:
    ///   - converter: Reads the control's content, and formats values for it. It is called on the main actor.
    ///   - failures: Receives, on the main actor, a sentence that says why the control's content cannot be read, and an
    ///     empty string in place of `nil`.
    @inlinable
    public func converted<Value: Sendable>(
        by converter: ValueConverter<Element, Value>, failures: some BindingTarget<String>
    ) -> ControlProperty<Value> {
        let observer = AnyObserver<String>(failures.asObserver())
        let sink = observer.mainActorSink ?? Sink({ observer.on($0) }, isMainActor: true)
        return asControlProperty().converted(by: converter, telling: FailureObserver { sink.next($0 ?? "") })
    }
}

extension ControlProperty {
    @inlinable
    func converted<Converted: Sendable>(
        by converter: ValueConverter<Value, Converted>, telling failures: FailureObserver?
    ) -> ControlProperty<Converted> {
        let conversion = Conversion(converter, content: content, sink: valueSink, failures)
        let readings = readings
        let converted: ControlProperty<Converted>.Readings = { start in
            Observable<ControlReading<Converted>>(servesMainActor: true) { down, subscription in
                let lifetime = subscription.lifetime
                let next = MainActorDispatcher.unchecked { (reading: ControlReading<Value>) in
                    let reading = conversion.read(reading)
                    // The observer of failures may have disposed of the subscription.
                    if !lifetime.isEnded { down.next(reading) }
                }
                readings(start).attach(Sink(isMainActor: true, next: next, stop: down.stop), subscription)
            }
        }
        let sink = Sink<Converted>(
            isMainActor: true, next: MainActorDispatcher.unchecked { conversion.write($0) }, stop: valueSink.stop)
        return ControlProperty<Converted>(
            readings: converted, valueSink: sink, content: { conversion.readContent() }, heldBack: heldBack,
            identity: identity)
    }
}

/// The observer of a conversion's failures, which receives one sentence at a time.
@usableFromInline
struct FailureObserver: Sendable {
    private let sink: Sink<String?>
    private let serializer = MainActorSerializer<String?>()

    @usableFromInline
    init(_ observer: AnyObserver<String?>) {
        sink = observer.mainActorSink ?? Sink({ observer.on($0) }, isMainActor: true)
    }

    @usableFromInline
    init(_ next: @escaping @Sendable (String?) -> Void) {
        sink = Sink(isMainActor: true, next: next, stop: { _ in })
    }

    @usableFromInline
    func report(_ sentence: String?) { serializer.on(.next(sentence)) { sink } }
}

/// A control's content as another type, shared by all observers and writers of one property.
@MainActor @usableFromInline
final class Conversion<Raw: Sendable, Value: Sendable> {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @usableFromInline let converter: ValueConverter<Raw, Value>
    @usableFromInline let contentOfControl: @MainActor () -> ControlContent<Raw>
    @usableFromInline let sink: Sink<Raw>
    @usableFromInline let failures: FailureObserver?
    @usableFromInline let equalityOfRaws: PartEquality<Raw>?
    @usableFromInline let equality: PartEquality<Value>?

    /// The last content that the control reported or was given, for a control whose content cannot be read.
    @exclusivity(unchecked) @usableFromInline var lastKnown = ControlContent<Raw>.unknown
    /// The last content that the control was given, unless it has reported other content since, and the value that it
    /// stands for.
    @exclusivity(unchecked) @usableFromInline var given: (raw: Raw, value: Value)?
    /// What the control held when a two-way binding last asked, read: the binding then writes another value, if any.
    @usableFromInline var asked: (raw: Raw, value: Value?)?
    /// The last sentence that was reported.
    @exclusivity(unchecked) @usableFromInline var sentence: String?
    @exclusivity(unchecked) @usableFromInline var hasToldSentence = false

    @inlinable
    nonisolated init(
        _ converter: ValueConverter<Raw, Value>, content: @escaping @MainActor () -> ControlContent<Raw>,
        sink: Sink<Raw>, _ failures: FailureObserver?
    ) {
        self.converter = converter
        contentOfControl = content
        self.sink = sink
        self.failures = failures
        equalityOfRaws = PartEquality(Raw.self)
        equality = PartEquality(Value.self)
    }

    /// The control's content, if it can be read; then clears the failure, as other code may have written to the
    /// control.
    @inlinable
    func readContent() -> ControlContent<Value> {
        asked = nil
        let content = content
        if case .value = content { report(nil) }
        return content
    }

    @inlinable
    var content: ControlContent<Value> {
        var content = contentOfControl()
        if case .unknown = content { content = lastKnown }
        switch content {
        case .value(let raw):
            if let asked, areSame(asked.raw, raw) { return asked.value.map { .value($0) } ?? .nothing }
            let value = try? value(of: raw)
            asked = (raw, value)
            return value.map { .value($0) } ?? .nothing
        case .nothing: return .nothing
        case .unknown: return .unknown
        }
    }

    /// Reads what the control reports.
    @inlinable
    func read(_ reading: ControlReading<Raw>) -> ControlReading<Value> {
        let content: ControlReading<Value>.Content
        switch reading.content {
        case .value(let raw):
            if !reading.origin.isFirst { note(raw) }
            do {
                content = .value(try value(of: raw))
            } catch {
                content = .unreadable(ConversionError.message(of: error))
            }
        case .unreadable(let sentence):
            if !reading.origin.isFirst {
                lastKnown = .nothing
                given = nil
            }
            content = .unreadable(sentence)
        }
        switch content {
        case _ where isOutdated(reading): break
        case .value: report(nil)
        // A value is about to replace it, and is reported then.
        case .unreadable where reading.origin == .displaced: break
        case .unreadable(let sentence): report(sentence)
        }
        return ControlReading(content: content, origin: reading.origin)
    }

    /// Shows a value in the control, unless its content already stands for that.
    @inlinable
    func write(_ value: Value) {
        report(nil)
        let content = content
        asked = nil
        if let equality, case .value(let shown) = content, equality.areEqual(shown, value) { return }
        let raw = converter.format(value)
        lastKnown = .value(raw)
        given = (raw, value)
        sink.next(raw)
    }

    @inlinable
    func value(of raw: Raw) throws -> Value {
        if let given, areSame(given.raw, raw) { return given.value }
        return try converter.parse(raw)
    }

    @inlinable
    func note(_ raw: Raw) {
        lastKnown = .value(raw)
        if let given, !areSame(given.raw, raw) { self.given = nil }
    }

    @inlinable
    func areSame(_ left: Raw, _ right: Raw) -> Bool { equalityOfRaws?.areEqual(left, right) ?? false }

    /// Whether it is the control's initial content, reported after the control was given other content.
    @inlinable
    func isOutdated(_ reading: ControlReading<Raw>) -> Bool {
        guard reading.origin.isFirst, case .unknown = contentOfControl() else { return false }
        if case .unknown = lastKnown { return false }
        return true
    }

    @inlinable
    func report(_ sentence: String?) {
        guard let failures, !hasToldSentence || sentence != self.sentence else { return }
        hasToldSentence = true
        self.sentence = sentence
        failures.report(sentence)
    }
}
