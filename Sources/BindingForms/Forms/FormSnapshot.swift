/// The content of a form at one moment; see ``Form/snapshot()``.
@MainActor
public struct FormSnapshot {
    /// How many there have been.
    private(set) static var count: UInt32 = 0

    /// Which one it is.
    let number: UInt32
    /// The values of fields.
    fileprivate var tokens: [FormField: AnyObject] = [:]
    /// The parts of forms.
    fileprivate var parts: [FormPart: [FormPart]] = [:]
    /// Closures that make what forms have beside their parts, such as their rows, the initial content.
    fileprivate var keeping: [(form: Form, keep: @MainActor () -> Void)] = []

    fileprivate init() {
        Self.count += 1
        number = Self.count
    }
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
        visit { part in
            if let field = part as? FormField { snapshot.tokens[field] = field.token() }
            guard let form = part as? Form else { return }
            form.catchUpWithRows()
            snapshot.parts[form] = form.parts
            snapshot.keeping.append((form, form.keepOwn()))
        }
        return snapshot
    }

    /// Makes the content at one moment the initial one: what has changed since is dirty.
    ///
    /// - Parameter snapshot: The content, with the rows that there were then and have gone since. Parts that the form
    ///   did not have then are left as they are, unless they edit a part of a value that it had, and so are those that have been
    ///   reset to another value since, such as one that has been loaded.
    public func markPristine(_ snapshot: FormSnapshot) {
        if outdates(snapshot) { return }
        FormUpdate.perform {
            // What has been loaded since stays.
            var later: [@MainActor () -> Void] = []
            visit(children: { $0.outdates(snapshot) ? [] : $0.children + (snapshot.parts[$0] ?? []) }) { part in
                if part.outdates(snapshot) { later.append(part.keepInitial()) }
            }
            var kept: Set<FormPart> = []
            visit(children: { $0.outdates(snapshot) ? [] : snapshot.parts[$0] ?? $0.children }) { part in
                if part.outdates(snapshot) { return }
                kept.insert(part)
                (part as? Form)?.catchUpWithRows()
            }
            // First, as what is initial in a form of a value is so in all within it that edits a part of that.
            for (form, keep) in snapshot.keeping where kept.contains(form) { keep() }
            for (field, token) in snapshot.tokens where kept.contains(field) { field.makeInitial(token) }
            for keep in later { keep() }
        }
    }
}
