import Binding
import CBindingInspector
import Glibc

/// The names of computed properties, and of those with observers, which a key path knows by the addresses of their getters.
enum KeyPathNames {
    private static let known = Guarded<[UInt: String]>([:])

    /// The name of a property in which each part of that kind is replaced by its name, or, in a program without symbols, by its
    /// type.
    static func resolved(_ property: String) -> PropertyName {
        var (result, rest) = (PropertyName(shown: "", key: ""), property[...])
        while let start = rest.firstRange(of: PropertyName.beginningOfType) {
            let inner = rest[start.upperBound...]
            let end = inner.firstRange(of: ")>") ?? inner.endIndex..<inner.endIndex
            let words = inner[..<end.lowerBound].split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
            let name = words.first.flatMap { getter(in: $0) }.flatMap(name)
            result.append(String(rest[..<start.lowerBound]))
            let type = words.dropFirst().first.map(String.init) ?? ""
            result.append(name ?? type, key: name ?? String(rest[start.lowerBound..<end.upperBound]))
            rest = rest[end.upperBound...]
        }
        result.append(String(rest))
        // The name of a function is not that of a property.
        return result.shown.contains("(") ? PropertyName(shown: "", key: "") : result
    }

    /// The address in `0x10 `.
    private static func getter(in text: Substring) -> UInt? {
        text.hasPrefix("0x") ? UInt(text.dropFirst(2).prefix { $0 != " " }, radix: 16) : nil
    }

    /// The name of the property with a getter.
    private static func name(ofGetter address: UInt) -> String? {
        if let name = known.withLock({ $0[address] }) { return name.isEmpty ? nil : name }
        let name = UnsafeRawPointer(bitPattern: address).flatMap(binding_inspector_function_name).map { text in
            defer { free(text) }
            return String(cString: text)
        }
        let property = name.flatMap(propertyName) ?? ""
        known.withLock { $0[address] = property }
        return property.isEmpty ? nil : property
    }

    /// The name of a property in that of its getter: `key path getter for Module.Button.isEnabled : Swift.Bool : Module.Button`.
    static func propertyName(inGetter name: String) -> String? {
        let beginning = "key path getter for "
        guard name.hasPrefix(beginning), let end = name.firstRange(of: " : ") else { return nil }
        return name[..<end.lowerBound].dropFirst(beginning.count).split(separator: ".").last.map { String($0) }
    }
}
