import Binding
import BindingCollections
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

    /// An element of a form's value, as it is edited.
    @MainActor
    private final class Line: Sendable {
        struct Content: Equatable, Identifiable, Sendable {
            let id: Int
            var article = "tea"
            var count = 1
        }

        struct Order<Lines: Equatable & Sendable>: Equatable, Sendable {
            var customer = ""
            var lines: Lines
        }

        let article: Field<String, String>
        let count: Field<String, Int>

        init(_ form: ValueForm<Content>) {
            article = form.field(\.article, as: .trimmed, .notEmpty)
            count = form.field(\.count, as: .integer, .in(1...100))
            form.rule(article, count) { $0.isEmpty && $1 > 1 ? "Of what?" : nil }
        }
    }

    /// The same in a row of a form of a value, with an undo history of the value.
    static func elementKeyPress(in count: Int) -> Case { elementKeyPress(TreeArray((0..<count).map { .init(id: $0) })) }

    /// The same with an array, which is copied for each edit.
    static func arrayKeyPress(in count: Int) -> Case { elementKeyPress((0..<count).map { Line.Content(id: $0) }) }

    private static func elementKeyPress<Lines>(_ lines: Lines) -> Case
    where
        Lines: RandomAccessCollection & MutableCollection & RangeReplaceableCollection & Equatable & Sendable,
        Lines.Element == Line.Content, Lines.Index: Sendable
    {
        Case(
            "a key press in a row of a value", expected: { $0 * 4 },
            [
                .binding { tally in
                    let form = ValueForm(Line.Order(lines: lines))
                    let rows = form.rows(\.lines) { Line($0) }
                    let history = UndoHistory(form.content)
                    for row in rows.rows.suffix(10) { row.count.raw = "x" }
                    let field = TextField()
                    let edited = rows.rows[lines.count / 2]
                    let bag = DisposeBag()
                    bag.insert(
                        edited.article <=> field.rx.text,
                        form.problems.drive(onNext: { tally.add($0.count / 10) }),
                        form.status.drive(onNext: { _ in }), form.isDirty.drive(onNext: { _ in }),
                        history.canUndo.drive(onNext: { _ in }),
                        edited.article.values.drive(onNext: { _ in tally.add(form.state.isValid ? 0 : 1) }))
                    tally.reset()
                    return { times in
                        for _ in 0..<times {
                            field.type("")
                            field.type("x")
                        }
                        withExtendedLifetime((form, rows, history, bag)) {}
                    }
                }
            ])
    }

    /// A reset of many rows of which one has been edited, compared with making the form and its rows.
    static let reset = Case(
        "a reset of a form of 1,000 rows, one of them edited, against making it", expected: { $0 },
        [
            .floor { tally in
                { times in
                    for _ in 0..<times {
                        let (form, rows) = order(of: 1_000)
                        tally.add(rows.rows.count / 1_000)
                        withExtendedLifetime(form) {}
                    }
                }
            },
            .binding { tally in
                let (form, rows) = order(of: 1_000)
                let edited = rows.rows[500]
                return { times in
                    for _ in 0..<times {
                        edited.count.raw = "7"
                        form.reset()
                        tally.add(edited.count.value)
                    }
                    withExtendedLifetime((form, rows)) {}
                }
            },
        ])

    @MainActor
    private static func order(
        of count: Int
    ) -> (form: ValueForm<Line.Order<TreeArray<Line.Content>>>, rows: FormRows<TreeArray<Line.Content>, Line>) {
        let form = ValueForm(Line.Order(lines: TreeArray((0..<count).map { Line.Content(id: $0) })))
        return (form, form.rows(\.lines) { Line($0) })
    }
}
