import Binding
import BindingForms
import BindingOperators

/// Edits of a control through a lens, a converter, a field with rules, or a form. Each is compared with an edit of a
/// property, by hand or without that.
enum Inputs {
    static let all = [lens, converter, field, form, besideLenses(49)]

    struct Account: Sendable {
        struct Address: Sendable {
            var city = ""
            var country = ""
        }

        var name = ""
        var address = Address()
    }

    static let lens = Case(
        "an edit through a lens, two levels deep", expected: { $0 * 3 },
        [
            TwoWay.byHand,
            .binding { tally in
                let account = BehaviorRelay(value: Account())
                let field = TextField()
                _ = account.bind(onNext: { tally.add($0.address.city.utf8.count) })
                _ = (account.address.city <=> field.rx.text)
                return edits(of: field, holding: account)
            },
        ])

    static let converter = Case(
        "an edit through a converter, against none", expected: { $0 * 12 },
        [
            .floor { tally in
                let field = TextField()
                let property = BehaviorRelay(value: "")
                _ = property.bind(onNext: { tally.add($0.isEmpty ? 0 : 12) })
                _ = (property <=> field.rx.text)
                return edits(of: field, "12", "13", holding: property)
            },
            .binding { tally in
                let field = TextField()
                let property = BehaviorRelay(value: 0)
                _ = property.bind(onNext: { tally.add($0 > 0 ? 12 : 0) })
                _ = (property <=> field.rx.text.converted(by: .integer))
                return edits(of: field, "12", "13", holding: property)
            },
        ])

    static let field = Case(
        "an edit of a validated field with three rules", expected: { $0 * 3 },
        [
            TwoWay.byHand,
            .binding { tally in
                let field = TextField()
                let name = Field("", [.notEmpty, .count(1...20), Rule { $0.hasPrefix("-") ? "no dash" : nil }])
                _ = name.values.drive(onNext: { tally.add($0.utf8.count) })
                _ = (name <=> field.rx.text)
                return edits(of: field, holding: name)
            },
        ])

    static let form = Case(
        "an edit in a form of 50 fields, against 5", expected: { $0 },
        [
            .floor { tally in validityEdits(of: 5, tally) },
            .binding { tally in validityEdits(of: 50, tally) },
        ])

    /// Edits one of many parts of a relay, each of which has a control.
    ///
    /// - Parameter count: The number of other parts.
    static func besideLenses(_ count: Int) -> Case {
        Case(
            "an edit of one of \(count + 1) lenses on a relay, for each of the others", parts: count,
            expected: { $0 * 3 },
            [
                .binding { tally in
                    let all = BehaviorRelay(value: Parts())
                    let fields = (0...count).map { _ in TextField() }
                    _ = all.bind(onNext: { tally.add($0.mine.utf8.count) })
                    for field in fields.dropFirst() { _ = (all.others <=> field.rx.text) }
                    _ = (all.mine <=> fields[0].rx.text)
                    let work = edits(of: fields[0], holding: all)
                    return { times in
                        work(times)
                        withExtendedLifetime(fields) {}
                    }
                }
            ])
    }

    private struct Parts: Sendable {
        var mine = ""
        var others = ""
    }

    @MainActor
    private static func edits(
        of field: TextField, _ first: String = "Ada", _ second: String = "Bob", holding held: AnyObject
    ) -> Work {
        var isEven = false
        return { times in
            for _ in 0..<times {
                field.type(isEven ? first : second)
                isEven.toggle()
            }
            withExtendedLifetime(held) {}
        }
    }

    /// Edits that change whether the form is valid.
    @MainActor
    private static func validityEdits(of count: Int, _ tally: Tally) -> Work {
        let fields = (0..<count).map { _ in Field("x", [.notEmpty]) }
        let form = Form(fields)
        _ = form.isValid.skip(1).drive(onNext: { _ in tally.add(1) })
        let control = TextField()
        _ = (fields[count / 2] <=> control.rx.text)
        return edits(of: control, "x", "", holding: form)
    }
}
