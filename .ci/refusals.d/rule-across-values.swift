// expect: a rule reads fields, which are the projections of properties: 'form[.]rule\([$]from, [$]to\) \{ … \}'
// A rule across fields is refused if it is given the values, and one that takes time if it has no pause.

import Binding
import BindingForms

func isFree(_ name: String) async throws -> Bool { !name.isEmpty }

@MainActor final class ViewModel {
    @Validated var from = 1
    @Validated var to = 2
    @Validated var name = ""
    let form = Form()

    init() {
        form.add($from, $to, $name)
        form.rule($from, $to) { $0 < $1 ? nil : "The end is before the beginning" }
        form.rule($name, after: .milliseconds(300)) { name in
            try await isFree(name) ? nil : "This name is taken"
        }
        form.rule(from, to) { $0 < $1 ? nil : "The end is before the beginning" }  // refused
        form.rule($name) { try await isFree($0) ? nil : "" }  // refused: takes time or throws needs 'after:'
    }
}
