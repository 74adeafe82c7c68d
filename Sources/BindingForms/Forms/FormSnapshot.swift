/// The content of a form at one moment; see ``Form/snapshot()``.
@MainActor
public struct FormSnapshot {
    /// The values of fields.
    fileprivate var tokens: [FormField: AnyObject] = [:]
    /// The rows of forms that have any, and a closure that makes them the initial ones.
    fileprivate var rows: [Form: (parts: [FormPart], take: @MainActor () -> Void)] = [:]
}

extension Form {
    /// The current content, for a save that takes time.
    ///
    /// ```swift
    /// let saved = form.snapshot()
    /// try await service.save(draft)
    /// form.markPristine(saved)
    /// ```
    public func snapshot() -> FormSnapshot {
        var snapshot = FormSnapshot()
        catchUp()
        add(to: &snapshot)
        return snapshot
    }

    private func add(to snapshot: inout FormSnapshot) {
        catchUpWithRows()
        if let rows { snapshot.rows[self] = (parts, rows.keep()) }
        for part in parts {
            if let form = part as? Form { form.add(to: &snapshot) }
            if let field = part as? FormField { snapshot.tokens[field] = field.token() }
        }
    }

    /// Makes the content at one moment the initial one: what has changed since is dirty.
    ///
    /// - Parameter snapshot: The content. Parts that the form did not have then are left as they are.
    public func markPristine(_ snapshot: FormSnapshot) {
        FormUpdate.perform {
            catchUpWithRows()
            for part in parts { (part as? Form)?.markPristine(snapshot) }
            for part in parts {
                if let field = part as? FormField, let token = snapshot.tokens[field] { field.makeInitial(token) }
            }
            guard let rows = snapshot.rows[self] else { return }
            rows.take()
            makeInitial(rows.parts)
        }
    }
}
