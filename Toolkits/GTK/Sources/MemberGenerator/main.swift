// Asks GObject for the properties and signals of GTK's classes, and generates Swift members for them, and a class for each
// that is not written by hand. The same for libadwaita's, if that is there.
//
//   MemberGenerator [--adwaita] FILE             writes FILE
//   MemberGenerator [--adwaita] --tests FILE     writes what binds each member of each widget
//   MemberGenerator [--adwaita] --reference GRAPHS   prints all classes and members in Markdown; GRAPHS is a folder with
//                                                symbol graphs of BindingGTK or BindingAdwaita
//   MemberGenerator [--adwaita] --list           prints what there is, and what was left out and why
//
// No display is needed.

import CGTK
import Glibc

var arguments = Array(CommandLine.arguments.dropFirst())
let isAdwaita = arguments.first == "--adwaita"
if isAdwaita { arguments.removeFirst() }

var module = Module(.gtk(), knowing: classesByHand, "import Binding\nimport CGTK\n")
if isAdwaita {
    module = Module(.adwaita(), after: module, "import Binding\nimport BindingGTK\nimport CAdwaita\nimport CGTK\n")
}

switch arguments.first {
case "--list" where arguments.count == 1: print(module.summary)
case "--reference" where arguments.count == 2:
    do {
        print(module.reference(try Declarations(in: arguments[1])))
    } catch {
        fail("cannot read the symbol graphs in \(arguments[1]): \(error)")
    }
case "--tests" where arguments.count == 2: write(module.testBindings, to: arguments[1])
case let path? where arguments.count == 1 && !path.hasPrefix("-"): write(module.text, to: path)
default: fail("usage: MemberGenerator [--adwaita] FILE | --tests FILE | --reference GRAPHS | --list")
}

func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fail("cannot write \(path): \(String(cString: strerror(errno)))") }
    fputs(text, file)
    fclose(file)
}
