// Asks GObject for the properties and signals of GTK's classes, and generates Swift members for them, and a class for each
// that is not written by hand.
//
//   MemberGenerator FILE             writes FILE
//   MemberGenerator --tests FILE     writes what binds each member of each widget
//   MemberGenerator --list           prints what there is, and what was left out and why
//
// No display is needed.

import CGTK
import Glibc

let library = Library.gtk()
var classes = classesByHand
library.add(to: &classes)

var members = Members(classes)
var wrappers = Wrappers(classes, library.introspection)
var text = "// Written by MemberGenerator for GTK \(gtk_get_major_version()).\(gtk_get_minor_version()).\n\n"
text += "import Binding\nimport CGTK\n"
for owner in classes {
    if let description = owner.introspected { text += wrappers.declaration(of: owner, description, &members.types) }
    text += members.extensions(for: owner)
}
text += "\n" + members.types.declarations()
text += """

    /// The initializer of each class's wrapper.
    @MainActor let wrapperClasses: [String: @MainActor (UnsafeMutableRawPointer) -> GObject] = [

    """
for owner in classes where owner.isWrapped {
    text += "    \"\(String(cString: g_type_name(owner.type)))\": { \(owner.name)(wrapping: $0) },\n"
}
text += "]\n"

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--list" where arguments.count == 1:
    print(
        "\(classes.count) classes, \(members.count.properties) properties, \(members.count.signals) signals,",
        "\(wrappers.count) functions")
    for line in members.leftOut + wrappers.leftOut { print("left out: \(line)") }
case "--tests" where arguments.count == 2:
    write(bindingsForTests(classes, members, library.introspection), to: arguments[1])
case let path? where arguments.count == 1 && !path.hasPrefix("-"): write(text, to: path)
default: fail("usage: MemberGenerator FILE | --tests FILE | --list")
}

func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fail("cannot write \(path): \(String(cString: strerror(errno)))") }
    fputs(text, file)
    fclose(file)
}
