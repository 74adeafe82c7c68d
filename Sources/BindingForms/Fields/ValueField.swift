/// A ``Field`` whose value has a known type, whatever is typed: what rules across fields read.
@MainActor
public protocol ValueField<Value>: FormField {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value.
    var value: Value { get }
}

extension Field: ValueField {}

/// Several fields, whose values a closure takes.
@MainActor
struct FieldPack<each Member: ValueField> {
    // A closure that reads a pack itself crashes the compiler.
    private let members: (repeat each Member)

    init(_ members: repeat each Member) {
        self.members = (repeat each members)
    }

    var fields: [FormField] {
        var fields: [FormField] = []
        for member in repeat each members { fields.append(member) }
        return fields
    }

    func callAsFunction<Result>(_ body: @MainActor (repeat (each Member).Value) -> Result) -> Result {
        body(repeat (each members).value)
    }

    func callAsFunction<Result>(
        _ body: @MainActor (repeat (each Member).Value) async throws -> Result
    ) async throws -> Result {
        try await body(repeat (each members).value)
    }
}
