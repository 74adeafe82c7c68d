import Binding

extension Form {
    /// The values of its fields by their keys, for a draft, a log or a test.
    ///
    /// ```swift
    /// form.add(fieldsOf: self).add(address.form, as: "address").add(Form(of: $lines) { $0.form }, as: "lines")
    /// print(form.values["city"] ?? "none")
    /// try form.patch(["address": ["city": "Turin"]])
    /// ```
    ///
    /// A form within it that has a ``FormPart/key`` is a dictionary in this one, or an array if it has rows; the fields of
    /// one that has no key are among its own. Fields without a key are left out, disabled ones are not: that is
    /// Angular's `getRawValue()` and React Hook Form's `getValues()`. For a value that has a type, and can be `Codable`, see
    /// ``ValueForm``.
    ///
    /// A computation that reads it follows all of the fields: `Driver.derived { form.values.count }`.
    public final var values: [String: any Sendable] {
        catchUp()
        var values: [String: any Sendable] = [:]
        for part in parts {
            if let key = part.key {
                values[key] = part.anyValue
            } else if let form = part as? Form, form.rows == nil {
                values.merge(form.values) { first, _ in first }
            }
        }
        return values
    }

    /// The values as those of a part: an array if it has rows.
    var valuesOrRows: any Sendable {
        guard rows != nil else { return values }
        catchUpWithRows()
        return parts.map(\.anyValue)
    }

    /// Sets the values of fields by their keys, as one change. What is not mentioned stays as it is.
    ///
    /// ```swift
    /// try form.patch(["city": "Turin", "lines": [["count": 2], ["count": 3]]])
    /// ```
    ///
    /// - Parameter values: Values as ``values`` has them. Of rows, the first ones are set; there must be as many.
    /// - Throws: ``FormValueError`` if a key is not known, or a value is of another type than the field's. Nothing is set
    ///   then.
    public final func patch(_ values: [String: any Sendable]) throws(FormValueError) {
        let edits = try edits(by: values, at: "", isReset: false)
        batch { FormUpdate.perform { for (field, value) in edits { field.setAnyValue(value, isInitial: false) } } }
    }

    /// Resets the form to values by their keys, which are the initial ones from now on. What is not mentioned is reset to
    /// what was its initial value.
    ///
    /// - Parameter values: Values as ``values`` has them. Of rows, those that a reset restores are set.
    /// - Throws: ``FormValueError`` as ``patch(_:)`` does. Nothing is set then.
    public final func reset(to values: [String: any Sendable]) throws(FormValueError) {
        let edits = try edits(by: values, at: "", isReset: true)
        batch {
            FormUpdate.perform {
                for (field, value) in edits { field.setAnyValue(value, isInitial: true) }
                reset()
            }
        }
    }

    private typealias Edit = (field: FormField, value: any Sendable)

    private func edits(
        by values: [String: any Sendable], at path: String, isReset: Bool
    ) throws(FormValueError) -> [Edit] {
        var edits: [Edit] = []
        for (key, value) in values {
            let path = path.isEmpty ? key : "\(path).\(key)"
            guard let part = part(for: key) else { throw FormValueError(path: path, reason: .unknownKey) }
            edits += try Self.edits(of: part, value, at: path, isReset: isReset)
        }
        return edits
    }

    private static func edits(
        of part: FormPart, _ value: any Sendable, at path: String, isReset: Bool
    ) throws(FormValueError) -> [Edit] {
        if let field = part as? FormField {
            if field.accepts(value) { return [(field, value)] }
            throw FormValueError(
                path: path, reason: .wrongType(expected: "\(field.valueType)", found: "\(type(of: value))"))
        }
        guard let form = part as? Form else { return [] }
        if form.rows == nil, let values = value as? [String: any Sendable] {
            return try form.edits(by: values, at: path, isReset: isReset)
        }
        guard form.rows != nil, let values = value as? [any Sendable] else {
            let expected = form.rows == nil ? "a dictionary" : "an array"
            throw FormValueError(path: path, reason: .wrongType(expected: expected, found: "\(type(of: value))"))
        }
        form.catchUpWithRows()
        let rows = isReset ? form.rows?.restored ?? form.parts : form.parts
        guard values.count <= rows.count else {
            throw FormValueError(path: path, reason: .tooManyRows(values.count, there: rows.count))
        }
        var edits: [Edit] = []
        for (index, value) in values.enumerated() {
            edits += try Self.edits(of: rows[index], value, at: "\(path)[\(index)]", isReset: isReset)
        }
        return edits
    }

    /// The part with a key, in a form within this one if that has none.
    private func part(for key: String) -> FormPart? {
        for part in parts where part.key == key { return part }
        for part in parts where part.key == nil {
            if let form = part as? Form, form.rows == nil, let found = form.part(for: key) { return found }
        }
        return nil
    }
}

/// A value that a form does not take; see ``Form/patch(_:)``.
public struct FormValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the value.
    public enum Reason: Hashable, Sendable {
        /// The form has no part with this key.
        case unknownKey
        /// The value is of another type than the field's, or no dictionary or array where a form is.
        case wrongType(expected: String, found: String)
        /// There are fewer rows.
        case tooManyRows(Int, there: Int)
    }

    /// Where the value was to be set: `lines[2].count`.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    /// The path and what is wrong there, for the program's author.
    public var description: String {
        switch reason {
        case .unknownKey: "\(path): the form has no field or form with this key"
        case .wrongType(let expected, let found): "\(path): the value is of the type \(found), expected is \(expected)"
        case .tooManyRows(let count, let there): "\(path): \(count) rows, of which only \(there) are there"
        }
    }
}
