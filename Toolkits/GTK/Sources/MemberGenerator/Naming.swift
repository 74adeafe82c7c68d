/// A C name in Swift: `placeholder-text` as `placeholderText`.
func camelCased(_ name: String) -> String {
    let words = name.split { $0 == "-" || $0 == "_" || $0 == " " }
    return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
}

/// A member's name, in a form that the compiler accepts.
func memberName(_ name: String) -> String {
    let joined = camelCased(name)
    if joined.first?.isNumber == true { return "_" + joined }
    return keywords.contains(joined) ? "`\(joined)`" : joined
}

/// A type's name, without GTK's and GDK's prefix.
func typeName(_ name: String) -> String {
    for prefix in ["Gtk", "Gdk"] where name.hasPrefix(prefix) {
        let rest = name.dropFirst(prefix.count)
        if rest.first?.isUppercase == true { return String(rest) }
    }
    return name
}

private let keywords: Set = [
    "as", "break", "case", "continue", "default", "do", "false", "for", "func", "import", "in", "init", "internal",
    "is",
    "let", "nil", "operator", "private", "public", "repeat", "self", "static", "switch", "true", "var", "where",
    "while",
]
