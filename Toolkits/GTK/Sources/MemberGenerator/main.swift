// Asks GObject for the properties and signals of GTK's classes, and generates Swift members for them.
//
//   MemberGenerator FILE     writes FILE
//   MemberGenerator --list   prints what there is, and what was left out and why
//
// No display is needed.

import CGTK

var members = Members()
var text = "// Written by MemberGenerator for GTK \(gtk_get_major_version()).\(gtk_get_minor_version()).\n\n"
text += "import Binding\nimport CGTK\n"
for owner in classes { text += members.extensions(for: owner) }
text += "\n" + members.enumerations()
text += """

    /// The initializer of each class's wrapper.
    @MainActor let wrapperClasses: [String: @MainActor (UnsafeMutableRawPointer) -> GObject] = [

    """
for owner in classes where owner.isWrapped {
    text += "    \"\(String(cString: g_type_name(owner.type)))\": { \(owner.name)(wrapping: $0) },\n"
}
text += "]\n"

switch CommandLine.arguments.dropFirst().first {
case "--list":
    print("\(classes.count) classes, \(members.count.properties) properties, \(members.count.signals) signals")
    for line in members.leftOut { print("left out: \(line)") }
case let path?:
    guard let file = fopen(path, "w") else {
        perror("MemberGenerator: cannot write \(path)")
        exit(1)
    }
    fputs(text, file)
    fclose(file)
case nil:
    fputs("usage: MemberGenerator FILE | --list\n", fdopen(2, "w"))
    exit(2)
}
