import Binding
import CBindingInspector
import Glibc

/// The names of computed properties, and of those with observers, which a key path knows by the addresses of their getters.
enum KeyPathNames {
    private static let known = Guarded<[UInt: String]>([:])

    /// The name of a property in which each part of that kind is replaced by its name, or, in a program without symbols, by its
    /// type.
    static func resolved(_ property: String) -> String {
        var (result, rest) = ("", property[...])
        while let start = rest.firstRange(of: "<computed 0x") {
            let inner = rest[start.upperBound...]
            let end = inner.firstRange(of: ")>") ?? inner.endIndex..<inner.endIndex
            let words = inner[..<end.lowerBound].split(separator: " ", maxSplits: 1)
            let name = words.first.flatMap { UInt($0, radix: 16) }.flatMap(name)
            result += rest[..<start.lowerBound] + (name ?? words.dropFirst().first.map { String($0.dropFirst()) } ?? "")
            rest = rest[end.upperBound...]
        }
        return result + rest
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
