import Binding

/// A value with its rules, as a user edits it: the projection of ``Validated``.
///
/// What the user types (`Raw`) and what it means (`Value`) are two things: an age is typed as text, and is a number. The two are
/// the same type unless a converter was given. A two-way binding is to what is typed:
///
/// ```swift
/// @Validated(as: .integer, .in(18...120)) var age = 18
/// viewModel.$age <=> ageField.rx.text
/// viewModel.$age.message => ageMessage.rx.text
/// ```
///
/// Two kinds of things can be wrong. Text that cannot be read leaves the value as it was, and stays as typed. A value that breaks
/// a rule is the value all the same. In both cases the field is invalid.
public final class Field<Raw: Equatable & Sendable, Value: Equatable & Sendable>: FormField {
    @usableFromInline typealias Content = FieldContent<Raw, Value>

    @usableFromInline let content: BehaviorRelay<Content>
    /// What is typed.
    @usableFromInline nonisolated let input: Lens<Raw>
    @usableFromInline let converter: ValueConverter<Raw, Value>
    @usableFromInline let rules: [Rule<Value>]
    @usableFromInline var first: Value
    /// The content that the rules have looked at.
    @usableFromInline var seen = 0

    /// A field by itself: ``Validated`` makes one of a property.
    ///
    /// - Parameters:
    ///   - value: What it holds first.
    ///   - converter: How what is typed is read, and what is shown of a value.
    ///   - rules: What the value has to be, in the order in which that is said.
    @inlinable
    public init(_ value: Value, as converter: ValueConverter<Raw, Value>, _ rules: [Rule<Value>] = []) {
        content = BehaviorRelay(value: FieldContent(value, converter))
        input = Lens(
            content, get: { $0.raw },
            update: { content, change in
                var raw = content.raw
                guard change(&raw) else { return false }
                content.type(raw, converter)
                return true
            })
        self.converter = converter
        self.rules = rules
        first = value
        super.init()
        bag.insert(content.asDriver().skip(1).drive(onNext: { [weak self] _ in self?.takeInContent() }))
        validate()
    }

    // MARK: Values

    /// The value. Where what is typed cannot be read, it is the one before.
    ///
    /// Setting it shows it, but where what is typed reads as that value already: `018` for 18 stays.
    public var value: Value {
        get { content.value.value }
        set {
            if content.value.holds(newValue) { return }
            content.modify { $0.set(newValue, converter) }
            catchUp()
        }
    }

    /// The value as it is and as it comes to be.
    @inlinable
    public var values: Driver<Value> { content.asDriver()[\.value] }

    /// What is typed. Setting it is an edit.
    public var raw: Raw {
        get { content.value.raw }
        set {
            guard newValue != content.value.raw else { return }
            input.value = newValue
            catchUp()
        }
    }

    /// Puts it back to another value, which is from now on what it was at first.
    public func reset(to value: Value) {
        first = value
        reset()
    }

    // MARK: What a field is, by its types

    override var isReadable: Bool { content.value.failure == nil }

    override var isContentDirty: Bool { !content.value.holds(first) }

    override func ownMessages() -> [ValidationMessage] { messages(on: content.value) }

    @inlinable
    func messages(on content: Content) -> [ValidationMessage] {
        if let failure = content.failure { return [ValidationMessage(failure)] }
        var messages: [ValidationMessage] = []
        for rule in rules {
            if let message = rule.verdict(on: content.value) { messages.append(message) }
        }
        return messages
    }

    override func resetContent() {
        content.modify { $0.set(first, converter) }
        seen = content.value.revision
    }

    override func takeValueAsFirst(ofToken token: AnyObject) {
        if let token = token as? Token { first = token.value }
    }

    override func token() -> AnyObject { Token(content.value.value) }

    override func isValue(ofToken token: AnyObject) -> Bool {
        guard let token = token as? Token else { return false }
        return areSame(token.value, content.value.value)
    }

    override func catchUp() { takeInContent() }

    /// Looks at what it holds, unless it has done so. With each edit, in code that is specialised for the types.
    @inlinable
    func takeInContent() {
        let revision = content.value.revision
        guard revision != seen else { return }
        seen = revision
        contentChanged {
            let content = content.value
            return (messages(on: content), !content.holds(first))
        }
    }

    private final class Token {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }
}

extension Field where Raw == Value {
    /// A field of what is typed as it is.
    @inlinable
    public convenience init(_ value: Value, _ rules: [Rule<Value>] = []) {
        self.init(value, as: .asTyped, rules)
    }
}

extension ValueConverter where Raw == Value {
    @inlinable
    static var asTyped: ValueConverter { ValueConverter(parse: { $0 }, format: { $0 }) }
}

// MARK: Bindings: to what is typed

extension Field: SharedSequenceConvertibleType {
    public typealias Element = Raw

    /// What is typed.
    public nonisolated func asObservable() -> Observable<Raw> { input.asObservable() }

    /// What is typed.
    public nonisolated func asDriver() -> Driver<Raw> { input.asDriver() }

    public nonisolated func asSharedSequence() -> Driver<Raw> { input.asDriver() }
}

extension Field: BindingTarget {
    /// An observer that types each value. It holds the field weakly.
    public nonisolated func asObserver() -> AnyObserver<Raw> {
        AnyObserver(Binder(weak: self) { field, raw in field.raw = raw })
    }
}

extension Field: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps what is typed and a control alike, as `BehaviorRelay.bindTwoWay(to:)` does. What the control holds back
    /// is told when the form is submitted.
    @inlinable
    public nonisolated func bindTwoWay(to right: some TwoWayRightSide<Raw>) -> any Disposable {
        let side = right.twoWaySide
        let binding = FieldBinding(side.commit)
        let twoWay = input.bindTwoWay(to: GivenSide(twoWaySide: side))
        MainActorDispatcher.run { [weak self] in self?.add(binding) }
        return Disposables.create { [weak self] in
            twoWay.dispose()
            MainActorDispatcher.run { self?.remove(binding) }
        }
    }

    public nonisolated var twoWaySide: TwoWaySide<Raw> { input.twoWaySide }
}

/// A right side that has been asked for already.
@usableFromInline
struct GivenSide<Element: Sendable>: TwoWayRightSide {
    @usableFromInline let twoWaySide: TwoWaySide<Element>

    @inlinable
    init(twoWaySide: TwoWaySide<Element>) {
        self.twoWaySide = twoWaySide
    }
}
