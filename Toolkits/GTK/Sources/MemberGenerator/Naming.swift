/// What is a name in C, as one in Swift: `placeholder-text` as `placeholderText`.
func camelCased(_ name: String) -> String {
    let words = name.split { $0 == "-" || $0 == "_" || $0 == " " }
    return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
}

/// A member's name, in a form that the compiler takes.
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
    "default", "switch", "in", "is", "as", "repeat", "case", "continue", "break", "return", "self", "init", "public", "private",
    "true", "false", "nil", "for", "while", "do", "where", "func", "var", "let", "import", "operator", "static", "internal",
    "none",
]
