// Measures what bindings cost compared with GTK called in C, and whether they keep their promises under load: 1,000
// windows, and a flood of 1,000,000 values during typing. Toolkits/GTK/figures runs it on a display of its own.
//
//   GTKFigures [PART...]                  everything, or any of costs, frame, latency, windows, flood; fails if a limit
//                                         is exceeded
//   GTKFigures --first-frame KIND START   one window, `bound` or `plain`: how long after START it was drawn
//   GTKFigures --profile KIND             `letters` or `texts` into a bound entry for five seconds, for use with perf;
//                                         `handler` and `set` do the same without the library

import BindingGTK
import CGTK
import Glibc

let parts: [(name: String, add: @MainActor (inout Table) async -> Void)] = [
    ("costs", { Costs.add(to: &$0) }), ("frame", { FirstFrame.add(to: &$0) }), ("latency", Latency.add),
    ("windows", Windows.add), ("flood", Flood.add),
]
let arguments = Array(CommandLine.arguments.dropFirst())

guard gtk_init_check() != 0 else {
    fputs("There is no display for GTK. Toolkits/GTK/figures starts one.\n", fdopen(2, "w"))
    exit(2)
}
switch arguments.first {
case "--first-frame" where arguments.count == 3:
    FirstFrame.show(arguments[1], since: Double(arguments[2]) ?? 0)
case "--profile" where arguments.count == 2:
    Costs.profile(arguments[1])
default:
    guard arguments.allSatisfy({ argument in parts.contains { $0.name == argument } }) else {
        fputs("usage: GTKFigures [PART...] | --first-frame KIND START | --profile KIND\n", fdopen(2, "w"))
        exit(2)
    }
    GTKMainLoop.install()
    Task {
        var table = Table()
        for part in parts where arguments.isEmpty || arguments.contains(part.name) { await part.add(&table) }
        for failure in table.failures { print("\nbroken: \(failure)") }
        fflush(nil)
        exit(table.failures.isEmpty ? 0 : 1)
    }
}
g_main_loop_run(g_main_loop_new(nil, 0))
