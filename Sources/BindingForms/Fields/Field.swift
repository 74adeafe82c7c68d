import Binding

/// A value with its rules, as a user edits it: the projection of ``Validated``.
///
/// What the user types (`Raw`) and what it means (`Value`) are distinct: an age is typed as text, and is a number. The
/// two have the same type unless a converter is given. A two-way binding binds what is typed:
///
/// ```swift
/// @Validated(as: .integer, .in(18...120)) var age = 18
/// viewModel.$age <=> ageField.rx.text
/// viewModel.$age.messageText => ageMessage.rx.text
/// ```
///
/// Two kinds of things can be wrong. Text that cannot be read leaves the value as it was, and stays as typed. A value
/// that breaks a rule is still the field's value. In both cases the field is invalid.
public final class Field<Raw: Equatable & Sendable, Value: Equatable & Sendable>: FormField {
    @usableFromInline typealias Content = FieldContent<Raw, Value>

    @usableFromInline let content: BehaviorRelay<Content>
    @usableFromInline nonisolated let converter: ValueConverter<Raw, Value>
    @usableFromInline let rules: [Rule<Value>]
    @exclusivity(unchecked) @usableFromInline var initialValue: Value
    /// The revision of the content that the rules have checked; 0 if none is.
    @exclusivity(unchecked) @usableFromInline var checkedRevision = 0

    /// A field by itself; ``Validated`` makes one for a property.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - converter: Reads what is typed, and formats a value to show it.
    ///   - name: What it is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the value, in the order of their messages.
    @inlinable
    public convenience init(
        _ value: Value, as converter: ValueConverter<Raw, Value>,
        name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: [Rule<Value>] = []
    ) {
        self.init(value, converter, rules, named: name)
    }

    @inlinable
    init(
        _ value: Value, _ converter: ValueConverter<Raw, Value>, _ rules: [Rule<Value>],
        named name: @escaping @MainActor () -> String?
    ) {
        content = BehaviorRelay(value: FieldContent(value, converter))
        self.converter = converter
        self.rules = rules
        initialValue = value
        super.init(name: name)
        // Which checks the initial content. The relay holds this, and the two end together.
        // (A weak capture takes longer.)
        let field = WeakReference(self)
        _ = content.asDriver().follow { _ in field.object?.takeInContent() }
    }

    /// What is typed.
    @inlinable nonisolated var input: Lens<Raw> {
        let (converter, edited) = (converter, edited)
        return Lens(
            content, get: { $0.raw },
            update: { content, change in
                guard change(&content.raw) else { return false }
                content.read(converter)
                EditedFields.add(edited)
                return true
            })
    }

    // MARK: Values

    /// Has it edit a part of something else, which it is in sync with from now on.
    ///
    /// - Parameters:
    ///   - place: Where that is.
    ///   - whole: What it is an element of.
    func edit(_ part: Lens<Value>, at place: PartPlace, of whole: EditedPart?) {
        let (converter, edited) = (converter, edited)
        let value = Lens<Value>(
            content, get: { $0.value },
            update: { content, change in
                var value = content.value
                guard change(&value), !content.holds(value) else { return false }
                content.set(value, converter)
                EditedFields.add(edited)
                return true
            })
        let (binding, end) = part.bindTwoWay(toPart: value)
        self.part = FieldPart(part.partPlace.known(in: place), of: whole, binding, told: content.value)
        add(input: end)
    }

    /// Takes in what it edits, as that is now, also if it has yet to be delivered.
    private func follow() {
        guard let part, !MainActorDispatcher.isComputing, let position = part.binding.positionOfLeft,
            position != part.position
        else { return }
        part.position = position
        part.binding.bringLeft()
    }

    /// The value. While what is typed cannot be read, it is the previous one.
    ///
    /// Setting it shows the new value, unless what is typed reads as that value already: `018` for 18 stays.
    public var value: Value {
        get {
            follow()
            return content.value.value
        }
        set {
            follow()
            if content.value.holds(newValue) { return }
            content.modify { $0.set(newValue, converter) }
            catchUp()
        }
    }

    /// The current value, and then each new one.
    @inlinable
    public var values: Driver<Value> { content.asDriver().map { $0.value }.distinctUntilChanged(by: areSame) }

    /// What is typed. Setting it is an edit.
    public var raw: Raw {
        get {
            follow()
            return content.value.raw
        }
        set {
            follow()
            guard newValue != content.value.raw else { return }
            content.modify { content in
                content.raw = newValue
                content.read(converter)
            }
            catchUp()
        }
    }

    /// Shows the value as the converter formats it, if what is typed can be read: `20` for `0020`. That is no edit: the
    /// value remains as it is, even if it would be read differently from that.
    ///
    /// For the end of editing: `ageField.rx.editingDidEnd => viewModel.$age.reformat`.
    public func reformat() {
        catchUp()
        guard isReadable else { return }
        let formatted = converter.format(content.value.value)
        // With the same revision: what is known of the content remains true.
        if formatted == content.value.raw { return }
        content.modify { $0.raw = formatted }
        if let change = changeToTell { tellHistories(change) }
    }

    /// Resets the field to another value, which is its initial value from now on.
    public func reset(to value: Value) {
        FormUpdate.perform {
            follow()
            outdateSnapshots()
            initialValue = value
            reset()
            passOnInitial()
        }
    }

    /// Takes over the initial value of its part from a form that edits that.
    func takeInitial(_ value: Value) {
        initialValue = value
        compareWithInitial()
    }

    override func keepInitial() -> @MainActor () -> Void {
        let token = Token(initialValue)
        return { self.makeInitial(token) }
    }

    // MARK: What a field is, by its types

    package override var inspectedSources: [(name: String, source: any InspectableSource)] {
        [(name: "", source: content)] + super.inspectedSources
    }

    override var contentID: ObjectIdentifier? { content.partPlace.relay }

    override var isReadable: Bool { content.value.failure == nil }

    override var isContentDirty: Bool { !content.value.holds(initialValue) }

    override func contentMessages() -> [ValidationMessage] { messages(on: content.value) }

    @inlinable
    func messages(on content: Content) -> [ValidationMessage] {
        if let failure = content.failure { return [ValidationMessage(failure, code: .unreadable)] }
        var messages: [ValidationMessage] = []
        for rule in rules {
            if let message = rule.verdict(on: content.value) { messages.append(message) }
        }
        return messages
    }

    override func resetContent() {
        follow()
        let now = content.value
        if now.holds(initialValue), now.raw == converter.format(initialValue) {
            // Has it checked once more when it is taken in.
            checkedRevision = 0
        } else {
            content.modify { $0.set(initialValue, converter) }
        }
    }

    override func readAgain() {
        guard let failure = content.value.failure else { return }
        var content = content.value
        content.read(converter)
        guard content.failure != failure else { return }
        self.content.accept(content)
        catchUp()
    }

    override func setInitialValue(ofToken token: AnyObject) {
        // Nearly always a form around it has passed it on.
        guard let token = token as? Token, !areIdentical(initialValue, token.value) else { return }
        initialValue = token.value
        passOnInitial()
    }

    override func followUnlessFormatted() {
        let now = content.value
        if now.failure != nil || now.raw != converter.format(now.value) { catchUp() }
    }

    override var anyValue: any Sendable { value }

    override var valueType: Any.Type { Value.self }

    override func accepts(_ value: any Sendable) -> Bool { value is Value }

    override func setAnyValue(_ value: any Sendable, isInitial: Bool) {
        guard let value = value as? Value else { return }
        if isInitial { reset(to: value) } else { self.value = value }
    }

    override func token() -> AnyObject { Token(value) }

    override func isValue(ofToken token: AnyObject) -> Bool {
        guard let token = token as? Token else { return false }
        return areSame(token.value, content.value.value)
    }

    override func catchUp() {
        follow()
        takeInContent()
    }

    /// Passes the content on to what it edits, and checks it, unless it has done so. Runs with each edit, in code that is
    /// specialized for the types.
    @inlinable
    func takeInContent() {
        if part == nil || passOn() { edited.isWaiting = false } else { EditedFields.add(edited) }
        var known = Optional(content.value)
        guard let revision = known?.revision, revision != checkedRevision else { return }
        checkedRevision = revision
        contentChanged {
            // The second time, a rule has changed it.
            let content = known.take() ?? self.content.value
            return (messages(on: content), !content.holds(initialValue))
        }
    }

    /// Passes the content on, unless it has.
    ///
    /// - Returns: Whether it has. A computation sets nothing, and what is being changed in place cannot be set.
    @usableFromInline
    func passOn() -> Bool {
        // Observers may change it again.
        while let part, let change = changeToTell {
            if part.binding.hasNewsOfRight, MainActorDispatcher.isComputing || part.binding.positionOfLeft == nil {
                return false
            }
            // They may also ask for its state, or that of a form.
            EditedFields.add(edited)
            tellHistories(change)
            part.binding.bringRight()
        }
        return true
    }

    private final class Token {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }
}

extension Field where Raw == Value {
    /// A field whose value is what is typed.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - name: What it is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the value, in the order of their messages.
    @inlinable
    public convenience init(
        _ value: Value, name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: [Rule<Value>] = []
    ) {
        self.init(value, .asTyped, rules, named: name)
    }
}

extension ValueConverter where Raw == Value {
    @inlinable
    static var asTyped: ValueConverter { ValueConverter(parse: { $0 }, format: { $0 }) }
}

// MARK: Bindings: to what is typed

extension Field: DriverConvertibleType {
    public typealias Element = Raw

    /// What is typed.
    public nonisolated func asObservable() -> Observable<Raw> { input.asObservable() }

    /// What is typed.
    public nonisolated func asDriver() -> Driver<Raw> { input.asDriver() }

    public nonisolated func asSharedSequence() -> Driver<Raw> { input.asDriver() }
}

extension Field: BindingTarget {
    /// An observer that sets `raw` to each value. It holds the field weakly.
    public nonisolated func asObserver() -> AnyObserver<Raw> {
        AnyObserver(Binder(weak: self) { field, raw in field.raw = raw })
    }
}

extension Field: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps what is typed and a control in sync, as `BehaviorRelay.bindTwoWay(to:)` does. What the control holds back
    /// is delivered when the form is submitted.
    @inlinable
    public nonisolated func bindTwoWay(to right: some TwoWayRightSide<Raw>) -> any Disposable {
        let side = right.twoWaySide
        let twoWay = input.bindTwoWay(to: GivenSide(twoWaySide: side))
        guard let heldBack = side.heldBack else { return twoWay }
        let (content, show) = (content, side.show)
        let binding = FieldBinding(heldBack, { show(content.value.raw) })
        let field = WeakReference(self)
        MainActorDispatcher.run { field.object?.add(binding) }
        let removal = Disposables.create { MainActorDispatcher.run { field.object?.remove(binding) } }
        return Disposables.create(twoWay, removal)
    }

    public nonisolated var twoWaySide: TwoWaySide<Raw> { input.twoWaySide }
}

/// A right side whose `twoWaySide` has been obtained already.
@usableFromInline
struct GivenSide<Element: Sendable>: TwoWayRightSide {
    @usableFromInline let twoWaySide: TwoWaySide<Element>

    @inlinable
    init(twoWaySide: TwoWaySide<Element>) {
        self.twoWaySide = twoWaySide
    }
}
