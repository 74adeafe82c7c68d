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
    /// What a reset restores.
    private var initial: Content
    /// What fields have to do with a reset.
    private var fieldParts: [InitialPart] = []
    /// The same of rows. A field may edit all elements that have rows, which have been made pristine since.
    private var rowParts: [InitialPart] = []

    /// The initial value of a field, or those of rows, as a part of the initial value.
    private struct InitialPart {
        let follow: @MainActor () -> Void
        let take: @MainActor (Content) -> Void
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
    /// - Parameter part: The part. What it is now is the initial one. Of the selected row, `selection.row(in: $orders, or: …)`, or
    ///   a part of that, it is the one that the row has when it is selected: the form is as if it were made then.
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
        for part in fieldParts { part.follow() }
        for part in rowParts { part.follow() }
    }

    /// Takes in that its value is a part of another thing than before: it is as if it had just been made. Nothing is written to
    /// that thing.
    private func beginAgain() {
        batch {
            FormUpdate.perform {
                setInitial(content.value)
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
                setInitial(value)
                reset()
            }
        }
    }

    /// Has the current value be the initial one, also for its fields and rows, and for forms within it that edit a part of it.
    func setInitial(_ value: Content) {
        outdateSnapshots()
        initial = value
        for part in fieldParts { part.take(value) }
        for part in rowParts { part.take(value) }
        super.setInitial(of: content.partPlace)
    }

    override func setInitial(of place: PartPlace) {
        if place.mayContain(content.partPlace) { setInitial(content.value) } else { super.setInitial(of: place) }
    }

    override func resetOwn() {
        follow()
        super.resetOwn()
        let value = initialContent
        // Those that edit what a row or another field has been made pristine with since.
        for part in fieldParts { part.take(value) }
        content.value = value
    }

    /// What a reset restores. A field or a row by itself may have been made pristine since, or been reset to another value.
    var initialContent: Content {
        var value = initial
        for part in fieldParts { part.put(&value) }
        for part in rowParts { part.put(&value) }
        return value
    }

    override func keepOwn() -> @MainActor () -> Void {
        let now = content.value
        return { self.initial = now }
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
        fieldParts.append(
            InitialPart(
                follow: { [unowned field] in field.catchUp() },
                take: { [unowned field] in field.initialValue = $0[keyPath: part] },
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
    ///     for each element that comes.
    /// - Returns: The rows, which follow the elements. A reset restores those that there are now.
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
        let rows = FormRows(content[part], of: whole, row)
        rowParts.append(
            InitialPart(
                follow: { rows.follow() }, take: { rows.setInitial($0[keyPath: part]) },
                put: { $0[keyPath: part] = rows.initialElements }))
        add(rows.form)
        return rows
    }
}
