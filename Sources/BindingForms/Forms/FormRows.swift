import Binding

extension Form {
    /// A form of rows that come and go, each of which is a form or a field, or has one, such as the lines of an
    /// invoice.
    ///
    /// ```swift
    /// @Mutable var lines: [LineViewModel] = []
    /// let form = Form()
    /// …
    /// form.add($customer, Form(of: $lines) { $0.form })
    /// ```
    ///
    /// It is dirty if the rows are not the initial ones, and ``reset()`` restores these.
    ///
    /// - Parameters:
    ///   - rows: The rows, in an array, a `TreeArray` or any other collection.
    ///   - part: Returns the form or the field of a row, always the same one.
    public convenience init<RowList: Collection & Sendable>(
        of rows: BehaviorRelay<RowList>, _ part: @escaping @MainActor (RowList.Element) -> FormPart
    ) {
        self.init([])
        var initial = rows.value
        follow(
            rows.asDriver(), part, follow: {}, current: { rows.value.map(part) }, reset: { rows.accept(initial) },
            keep: {
                let now = rows.value
                return { initial = now }
            })
    }

    /// A form of rows that come and go, and that the view model alone changes: those of a `@Bindable`, or a part of a
    /// structure.
    ///
    /// It is dirty if the rows are not the initial ones; ``reset()`` resets the current rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - part: Returns the form or the field of a row, always the same one.
    public convenience init<RowList: Collection & Sendable>(
        of rows: some SharedSequenceConvertibleType<RowList>, _ part: @escaping @MainActor (RowList.Element) -> FormPart
    ) {
        self.init([])
        follow(rows.asSharedSequence().asDriver(), part, follow: {}, current: { nil }, reset: nil, keep: { {} })
    }

    /// The rows of a form: where they come from.
    struct Rows {
        /// The initial ones, once there are any.
        var initial: [FormPart]?
        /// Those that were last received, of which one may be there twice.
        var latest: [FormPart] = []
        /// Takes in what has been set and may have yet to be delivered, if it can be read at any time.
        let follow: @MainActor () -> Void
        /// The current ones, which may not have reached the form yet; `nil` if they cannot be known.
        let current: @MainActor () -> [FormPart]?
        /// Restores the initial rows; `nil` if a reset leaves the rows as they are.
        let reset: (@MainActor () -> Void)?
        /// Returns a closure that makes the current rows the initial ones.
        let keep: @MainActor () -> @MainActor () -> Void
        /// Takes over the initial value of a row, if the rows are elements of a value.
        let initialChanged: (@MainActor (FormPart) -> Void)?

        /// The parts that there are after a reset, if that restores any: a row that is there twice is one.
        var restored: [FormPart]? {
            var seen: Set<ObjectIdentifier> = []
            return reset == nil ? nil : initial?.filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
    }

    /// Has the rows that a driver sends be its parts; see ``Rows``.
    func follow<RowList: Collection>(
        _ source: Driver<RowList>, _ part: @escaping @MainActor (RowList.Element) -> FormPart,
        follow: @escaping @MainActor () -> Void, current: @escaping @MainActor () -> [FormPart]?,
        reset: (@MainActor () -> Void)?,
        keep: @escaping @MainActor () -> @MainActor () -> Void, initialChanged: (@MainActor (FormPart) -> Void)? = nil
    ) {
        rows = Rows(follow: follow, current: current, reset: reset, keep: keep, initialChanged: initialChanged)
        // Those that there are now: an observer may have set others since.
        add(input: source.drive(onNext: { [weak self] rows in self?.setRows(current() ?? rows.map(part)) }))
    }
}
