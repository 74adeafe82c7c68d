import Binding
import BindingForms
import BindingOperators

/// Work on forms of any size.
enum Forms {
    @MainActor
    private final class Row: Sendable {
        let article = Field("tea", [.notEmpty])
        let count = Field(1, as: .integer, [.in(1...100)])
        let form: Form

        init() {
            form = Form(article, count)
            form.rule(article, count) { $0.isEmpty && $1 > 1 ? "Of what?" : nil }
        }
    }

    /// A key press in one of many rows, while all that a form says is observed, and read by an observer of the field.
    /// Ten other rows have an error.
    static func keyPress(in count: Int) -> Case {
        Case(
            "a key press in a form", expected: { $0 * 8 },
            [
                .binding { tally in
                    let rows = BehaviorRelay(value: (0..<count).map { _ in Row() })
                    let form = Form(of: rows) { $0.form }
                    for row in rows.value.suffix(10) { row.count.value = 0 }
                    let field = TextField()
                    let edited = rows.value[count / 2]
                    let bag = DisposeBag()
                    bag.insert(
                        edited.article <=> field.rx.text,
                        form.messages.drive(onNext: { tally.add($0.count / 10) }),
                        form.problems.drive(onNext: { tally.add($0.count / 10) }),
                        form.status.drive(onNext: { _ in }), form.isDirty.drive(onNext: { _ in }),
                        edited.article.values.drive(onNext: { _ in
                            tally.add(form.state.isValid ? 0 : 1)
                            tally.add(form.firstInvalid == nil ? 0 : 1)
                        }))
                    tally.reset()
                    return { times in
                        for _ in 0..<times {
                            field.type("")
                            field.type("x")
                        }
                        withExtendedLifetime((form, bag)) {}
                    }
                }
            ])
    }
}
