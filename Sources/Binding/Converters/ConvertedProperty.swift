extension ControlPropertyType {
    /// The same property as another type: text as a number, say. What Avalonia and WPF write as `Converter=`.
    ///
    /// ```swift
    /// viewModel.$age <=> field.rx.text.converted(by: .integer)
    /// ```
    ///
    /// What the user makes of the control and can be read is told as a value. What cannot be read is not told, and
    /// stays as it is until a value is set: any value, the one that was told last included. What can be read stays as
    /// typed where a value is set that it stands for, "018" for 18. What the control shows of a value stands for that
    /// value, though `format` may have left some of it out.
    ///
    /// - Parameter converter: Reads what the control holds, and says what it is to show. It is called on the main
    ///   actor.
    @inlinable
    public func converted<Value: Sendable>(by converter: ValueConverter<Element, Value>) -> ControlProperty<Value> {
        asControlProperty().converted(by: converter, telling: nil)
    }

    /// The same property as another type, and why what the control holds cannot be read; see ``converted(by:)``.
    ///
    /// - Parameters:
    ///   - converter: Reads what the control holds, and says what it is to show. It is called on the main actor.
    ///   - failures: Is told on the main actor why the control's content cannot be read, and `nil` once it can be, or
    ///     once a value is set: first for what the control holds when the property is subscribed to, or when it has
    ///     been bound, and then each time that the sentence is another one.
    @inlinable
    public func converted<Value: Sendable>(
        by converter: ValueConverter<Element, Value>, failures: some BindingTarget<String?>
    ) -> ControlProperty<Value> {
        asControlProperty().converted(by: converter, telling: FailureObserver(failures.asObserver()))
    }

    /// The same property as another type, and why what the control holds cannot be read, for an observer that takes no
    /// `nil`; see ``converted(by:failures:)``.
    ///
    /// - Parameters:
    ///   - converter: Reads what the control holds, and says what it is to show. It is called on the main actor.
    ///   - failures: Is told on the main actor why the control's content cannot be read, and an empty text in place of
    ///     `nil`.
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
                    // Whoever is told of failures may have disposed of it.
                    if !lifetime.isEnded { down.next(reading) }
                }
                readings(start).attach(Sink(isMainActor: true, next: next, stop: down.stop), subscription)
            }
        }
        let sink = Sink<Converted>(
            isMainActor: true, next: MainActorDispatcher.unchecked { conversion.write($0) }, stop: valueSink.stop)
        return ControlProperty<Converted>(
            readings: converted, valueSink: sink, content: { conversion.look() }, commit: commit)
    }
}

/// Who is told why something cannot be read, one sentence at a time.
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
    func tell(_ sentence: String?) { serializer.on(.next(sentence)) { sink } }
}

/// A control's content as another type, for all who observe or set one property.
@MainActor @usableFromInline
final class Conversion<Raw: Sendable, Value: Sendable> {
    // All that changes is touched for a moment at a time, on the main actor, and needs no check for exclusive access.

    @usableFromInline let converter: ValueConverter<Raw, Value>
    @usableFromInline let contentOfControl: @MainActor () -> ControlContent<Raw>
    @usableFromInline let sink: Sink<Raw>
    @usableFromInline let failures: FailureObserver?
    @usableFromInline let areRawsEqual: (@Sendable (Raw, Raw) -> Bool)?
    @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// What the control has told or been given last, in case that it cannot be asked.
    @exclusivity(unchecked) @usableFromInline var lastKnown = ControlContent<Raw>.unknown
    /// What the control was given last, unless it has told of something else since, and the value that this stands for.
    @exclusivity(unchecked) @usableFromInline var given: (raw: Raw, value: Value)?
    /// What was told of failures last.
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
        areRawsEqual = PartEquality(Raw.self)?.areEqual
        areEqual = PartEquality(Value.self)?.areEqual
    }

    /// What the control holds, as far as it can be read. It may have been written to by others, so that this is no
    /// failure any more.
    @inlinable
    func look() -> ControlContent<Value> {
        let content = content
        if case .value = content { tell(nil) }
        return content
    }

    @inlinable
    var content: ControlContent<Value> {
        var content = contentOfControl()
        if case .unknown = content { content = lastKnown }
        switch content {
        case .value(let raw): return (try? value(of: raw)).map { .value($0) } ?? .nothing
        case .nothing: return .nothing
        case .unknown: return .unknown
        }
    }

    /// Reads what the control tells.
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
        case .value: tell(nil)
        // A value is about to be shown in its place, which is told then.
        case .unreadable where reading.origin == .displaced: break
        case .unreadable(let sentence): tell(sentence)
        }
        return ControlReading(content: content, origin: reading.origin)
    }

    /// Has the control show a value, unless what it shows stands for that.
    @inlinable
    func write(_ value: Value) {
        tell(nil)
        if let areEqual, case .value(let shown) = content, areEqual(shown, value) { return }
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
    func areSame(_ left: Raw, _ right: Raw) -> Bool { areRawsEqual?(left, right) ?? false }

    /// Whether it is what a control held at first, which it tells when it has been given something else.
    @inlinable
    func isOutdated(_ reading: ControlReading<Raw>) -> Bool {
        guard reading.origin.isFirst, case .unknown = contentOfControl() else { return false }
        if case .unknown = lastKnown { return false }
        return true
    }

    @inlinable
    func tell(_ sentence: String?) {
        guard let failures, !hasToldSentence || sentence != self.sentence else { return }
        hasToldSentence = true
        self.sentence = sentence
        failures.tell(sentence)
    }
}
