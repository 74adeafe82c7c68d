extension Form {
    /// Adds all `@Validated` properties of an object, in the order in which they are declared, those of its superclass
    /// first, and names the fields that have no ``FormField/name`` by their properties.
    ///
    /// ```swift
    /// @Validated(.notEmpty) var city = ""
    /// @Validated(name: "ZIP code", .count(exactly: 5)) var zip = ""
    /// let form = Form()
    ///
    /// init() { form.add(fieldsOf: self) }  // "city", "ZIP code"
    /// ```
    ///
    /// - Parameter owner: A view model, all of whose properties are initialized.
    /// - Returns: The same form.
    /// - Complexity: O(*n*) in the number of the owner's properties, which are found by reflection.
    @discardableResult
    public func add(fieldsOf owner: AnyObject) -> Form {
        var mirrors = [Mirror(reflecting: owner)]
        while let base = mirrors.last?.superclassMirror { mirrors.append(base) }
        for child in mirrors.reversed().flatMap(\.children) {
            guard let property = child.value as? any ValidatedProperty, let label = child.label else { continue }
            // The storage of a property with a wrapper has an underscore.
            property.field.key = property.field.key ?? String(label.drop { $0 == "_" })
            add(property.field)
        }
        return self
    }
}

/// A ``Validated`` of any types.
@MainActor
private protocol ValidatedProperty {
    var field: FormField { get }
}

extension Validated: ValidatedProperty {
    fileprivate var field: FormField { projectedValue }
}
