import Binding
import BindingForms
import TestSupport
import Testing

@MainActor
@Suite("Snapshots of forms")
struct SnapshotTests {
    @MainActor
    private final class Row {
        let title: Field<String, String>
        let form: Form

        init(_ title: String) {
            self.title = Field(title)
            form = Form(self.title)
        }
    }

    private let name = Field("")
    private let rows = BehaviorRelay<[Row]>(value: [])
    private let form: Form

    init() { form = Form(name, Form(of: rows) { $0.form }) }

    @Test("a row that is removed while it is saved comes back as it was saved")
    func removedRow() {
        let row = Row("old")
        rows.accept([row])
        form.markPristine()
        row.title.value = "saved"
        let saved = form.snapshot()
        rows.accept([])
        form.markPristine(saved)
        #expect(form.state.isDirty && !row.title.state.isDirty)
        form.reset()
        #expect(rows.value.first === row)
        expectEqual(row.title.value, "saved")
        #expect(!form.state.isDirty)
    }

    @Test("a row that is added while it is saved is left as it is, and so is what has changed since")
    func addedRow() {
        name.value = "saved"
        let saved = form.snapshot()
        let row = Row("")
        row.title.value = "new"
        rows.accept([row])
        name.value = "typed"
        form.markPristine(saved)
        #expect(name.state.isDirty && row.title.state.isDirty)
        form.reset()
        expectEqual(name.value, "saved")
        #expect(rows.value.isEmpty)
    }

    @Test("a snapshot of a form is good for each part of it, and for nothing else")
    func parts() {
        let (address, note) = (Field(""), Field(""))
        let inner = Form(address)
        let outer = Form(inner, note)
        address.value = "a"
        note.value = "n"
        let saved = outer.snapshot()
        inner.markPristine(saved)
        #expect(!address.state.isDirty && note.state.isDirty)
        // The other way round: the outer form was not saved as a whole.
        address.value = "b"
        outer.markPristine(inner.snapshot())
        #expect(!address.state.isDirty && note.state.isDirty)
    }
}
