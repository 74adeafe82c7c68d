import Binding

/// A form whose fields edit the parts of one value, such as a structure that is loaded and saved.
///
/// ```swift
/// struct Contact: Codable, Equatable {
///     var name = ""
///     var age = 18
/// }
///
/// @MainActor final class ContactViewModel {
///     let form: ValueForm<Contact>
///     let name: Field<String, String>
///     let age: Field<String, Int>
///     private(set) lazy var save = form.command(of: self) { me in try await me.service.save(me.form.value) }
///
///     init(_ contact: Contact, service: Service) {
///         form = ValueForm(contact)
///         name = form.field(\.name, .notEmpty)
///         age = form.field(\.age, as: .integer, .in(18...120))
///         …
///     }
/// }
/// ```
///
/// A field and its part of the value are bound both ways: an edit that can be read is in the value, and what the program
/// sets there is shown. Parts without a field stay as they are, until a reset. `Codable` makes the value's type one that can
/// be saved. Angular's `FormGroup.value` and React Hook Form's `getValues` give such a value out; here it is the one that is
/// edited.
public final class ValueForm<Content: Sendable>: Form {
    /// The value and its changes, to be bound, or observed: a part of it is `form.content.name`.
    public nonisolated let content: Lens<Content>
    /// What its value is an element of, or a part of an element.
    private var whole: EditedPart? { content.origin as? EditedPart }
    /// The number of the value when its fields and rows took that in last.
    private var position: UInt64?
    /// What a reset restores. All that edits a part of the value has that part of this one as its initial value: its fields, its
    /// rows, and forms within it.
    private(set) var initial: Content
    /// Its fields and rows.
    private var ownParts: [OwnPart] = []
    /// Forms within it that edit a part of it, or something that has it as a part.
    private var formsOfParts = WeakTable<ObjectIdentifier, Form>()

    /// A field, or the form of rows.
    private struct OwnPart {
        unowned let part: FormPart
        let follow: @MainActor () -> Void
        /// Takes over a part of the initial value.
        let take: @MainActor (Content) -> Void
        /// Makes its own initial value that part.
        let put: @MainActor (inout Content) -> Void
    }

    /// A form of a value that it keeps.
    ///
    /// - Parameter value: The initial value.
    public convenience init(_ value: Content) { self.init(of: BehaviorRelay(value: value)) }

    /// A form of the value of a property: `ValueForm(of: $order)`.
    ///
    /// - Parameter relay: Holds the value. What it holds now is the initial one.
    public convenience init(of relay: BehaviorRelay<Content>) { self.init(of: relay[\.self]) }

    /// A form of a part of a value: `ValueForm(of: $order.address)`.
    ///
    /// - Parameter part: The part. What it is now is the initial one, unless the form is added to one that has that part, too. Of
    ///   the selected row, `selection.row(in: $orders, or: …)`, or a part of that, it is the one that the row has when it is
    ///   selected: the form is as if it were made then.
    public init(of part: Lens<Content>) {
        content = part
        initial = part.value
        super.init([])
        let changes = part.whenIdentityChanges { [weak self] in self?.beginAgain() }
        if let changes { add(input: changes) }
    }

    // MARK: The value

    /// The value, to be saved. While what is typed into a field cannot be read, its part is the previous one.
    ///
    /// Setting it is like setting each field: what differs from the initial value is dirty. See ``reset(to:)``.
    public var value: Content {
        get {
            takeInEdits()
            return content.value
        }
        set {
            takeInEdits()
            content.value = newValue
            // Set back to what it was, a part would be no news at the end, and text that means something else would stay.
            if Batch.isUnderWay { for part in ownParts { (part.part as? FormField)?.followUnlessFormatted() } }
        }
    }

    /// Has fields pass on what has been typed, also if that has yet to be delivered.
    private func takeInEdits() { if !MainActorDispatcher.isComputing { EditedFields.takeIn() } }

    override func catchUp() {
        super.catchUp()
        follow()
    }

    /// Has its fields and rows take in their parts of the value, which may have yet to be delivered.
    func follow() {
        guard !MainActorDispatcher.isComputing, let position = content.position, position != self.position else {
            return
        }
        self.position = position
        for part in ownParts { part.follow() }
    }

    /// Takes in that its value is a part of another thing than before: it is as if it had just been made. Nothing is written to
    /// that thing.
    private func beginAgain() {
        batch {
            FormUpdate.perform {
                loadInitial(content.value)
                resetParts(restoresValues: false)
                // What has been answered is about the former thing.
                validate()
            }
        }
    }

    /// Takes another value, for example one that has been loaded: it is the initial value from now on, and the form is as
    /// if nobody had visited it.
    ///
    /// - Parameter value: The value.
    public func reset(to value: Content) {
        batch {
            FormUpdate.perform {
                content.value = value
                loadInitial(value)
                reset()
            }
        }
    }

    override func resetOwn() {
        follow()
        super.resetOwn()
        // A default in place of `nil` is not stored.
        if !areIdentical(content.value, initial) { content.value = initial }
    }

    // MARK: The initial value

    /// Has a reset restore another value from now on, which is not what snapshots so far were taken of.
    private func loadInitial(_ value: Content) {
        outdateSnapshots()
        setInitial(value)
        passOnInitial()
    }

    /// Has a reset restore another value from now on.
    private func makeInitial(_ value: Content) {
        // Nearly always a form around this one has passed it on.
        if areIdentical(initial, value) { return }
        setInitial(value)
        passOnInitial()
    }

    /// Sets the initial value, also for all within it that edits a part of it.
    private func setInitial(_ value: Content) {
        initial = value
        for part in ownParts { part.take(value) }
        for form in formsOfParts.objects { _ = form.takeInitial(from: self) }
    }

    override func keepOwn() -> @MainActor () -> Void {
        let now = value
        return { self.makeInitial(now) }
    }

    override func keepInitial() -> @MainActor () -> Void {
        let value = initial
        return { self.makeInitial(value) }
    }

    override func initialChanged(of part: FormPart) {
        if let own = ownParts.first(where: { $0.part === part }) {
            var value = initial
            own.put(&value)
            makeInitial(value)
        } else if let value = (part as? Form)?.replacingPart(of: content, in: initial) {
            makeInitial(value)
        }
    }

    override func takeInitial<Whole>(from whole: ValueForm<Whole>) -> Bool {
        guard content.partPlace.mayOverlap(whole.content.partPlace) else { return false }
        outdateSnapshots(like: whole)
        if let value = whole.replacingPart(of: content, in: initial) {
            initial = value
        } else if case nil = replacingPart(of: content, in: initial) {
            // An element that is neither in the initial value nor there now, and is shown as it was last.
            initial = content.value
        }
        // The form of the whole knows the forms within this one, too.
        for part in ownParts { part.take(initial) }
        return true
    }

    /// Takes over the element that is initial for its row.
    func takeInitial(_ element: Content, from rows: Form) {
        outdateSnapshots(like: rows)
        setInitial(element)
    }

    override func shareInitial(with added: Form) {
        added.visit { part in
            guard let form = part as? Form, form.takeInitial(from: self) else { return }
            formsOfParts.insert(form, for: ObjectIdentifier(form))
        }
    }

    override func replacingPart<Whole>(of whole: Lens<Whole>, in value: Whole) -> Whole? {
        whole.value(value, with: content, being: initial)
    }

    // MARK: Its fields

    /// Adds a field for a part of the value, which is of the same type as what is typed.
    ///
    /// - Parameters:
    ///   - part: The part, at whatever depth: `\.address.city`.
    ///   - name: What the field is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the part, in the order of their messages.
    /// - Returns: The field, which the form keeps. Keep it, too, to bind it. One that is added late is dirty if its part is not
    ///   what a reset restores.
    public func field<Part: Equatable & Sendable>(
        _ part: WritableKeyPath<Content, Part> & Sendable,
        name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: Rule<Part>...
    ) -> Field<Part, Part> {
        follow()
        return adding(Field(initial[keyPath: part], .asTyped, rules, named: name), for: part)
    }

    /// Adds a field for a part of the value, which is read from what is typed.
    ///
    /// - Parameters:
    ///   - part: The part, at whatever depth: `\.address.zip`.
    ///   - converter: Reads what is typed, and formats a part to show it.
    ///   - name: What the field is called where its messages stand apart from it; see ``FormField/name``.
    ///   - rules: The rules of the part, in the order of their messages.
    /// - Returns: The field, which the form keeps. Keep it, too, to bind it. One that is added late is dirty if its part is not
    ///   what a reset restores.
    public func field<Raw: Equatable & Sendable, Part: Equatable & Sendable>(
        _ part: WritableKeyPath<Content, Part> & Sendable, as converter: ValueConverter<Raw, Part>,
        name: @autoclosure @escaping @MainActor () -> String? = nil, _ rules: Rule<Part>...
    ) -> Field<Raw, Part> {
        follow()
        return adding(Field(initial[keyPath: part], converter, rules, named: name), for: part)
    }

    private func adding<Raw, Part>(
        _ field: Field<Raw, Part>, for part: WritableKeyPath<Content, Part> & Sendable
    ) -> Field<Raw, Part> {
        field.edit(content[part], at: content.partPlace, of: whole)
        ownParts.append(
            OwnPart(
                part: field, follow: { [unowned field] in field.catchUp() },
                take: { [unowned field, unowned self] value in
                    field.outdateSnapshots(like: self)
                    field.takeInitial(value[keyPath: part])
                },
                put: { [unowned field] in $0[keyPath: part] = field.initialValue }))
        add(field)
        return field
    }

    // MARK: Its rows

    /// Adds rows for the elements of a part of the value, each a form of its own.
    ///
    /// ```swift
    /// lines = form.rows(\.lines) { LineViewModel($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - part: The elements, which are identified by their `id`.
    ///   - row: Makes the row of an element, from the form of that element, in which it makes its fields. It is called once
    ///     for each element that comes, and for each that a reset would bring back.
    /// - Returns: The rows, which follow the elements. A reset restores those that are in the form's initial value.
    /// - Complexity: An edit of a row of a `TreeArray` takes O(log *n*) in the number of rows; of an array, which is copied
    ///   for it, O(*n*). So does each change by which rows come, go or move.
    public func rows<Elements, Row: Sendable>(
        _ part: WritableKeyPath<Content, Elements> & Sendable,
        _ row: @escaping @MainActor (ValueForm<Elements.Element>) -> Row
    ) -> FormRows<Elements, Row>
    where
        Elements: RandomAccessCollection & MutableCollection & RangeReplaceableCollection & Sendable,
        Elements.Index: Sendable,
        Elements.Element: Identifiable & Equatable & Sendable, Elements.Element.ID: Sendable
    {
        follow()
        let rows = FormRows(content[part], initially: initial[keyPath: part], of: whole, row)
        ownParts.append(
            OwnPart(
                part: rows.form, follow: { rows.follow() },
                take: { [unowned self] in rows.takeInitial($0[keyPath: part], from: self) },
                put: { $0[keyPath: part] = rows.initial.elements }))
        add(rows.form)
        return rows
    }
}
