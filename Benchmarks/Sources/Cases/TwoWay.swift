import Binding
import BindingOperators

/// Edits of a control that is bound both ways.
enum TwoWay {
    static let all = [edit]

    static let edit = Case(
        "a two-way edit", expected: { $0 * 3 },
        [
            byHand,
            .binding { tally in
                let field = TextField()
                let property = Mutable(wrappedValue: "")
                _ = property.projectedValue.bind(onNext: { tally.add($0.utf8.count) })
                _ = (property.projectedValue <=> field.rx.text)
                var isEven = false
                return { times in
                    for _ in 0..<times {
                        field.type(isEven ? "Ada" : "Bob")
                        isEven.toggle()
                    }
                    field.checkThatNothingCameBack()
                    withExtendedLifetime(property) {}
                }
            },
        ])

    /// The edit by code written by hand, which uses a flag to keep it from coming back.
    static var byHand: Contender {
        .floor { tally in
            let field = TextField()
            let property = Floor("")
            property.observe { tally.add($0.utf8.count) }
            var isEdit = false
            property.observe { [weak field] text in
                guard !isEdit else { return }
                field?.text = text
            }
            field.handEdits.observe { [weak field] in
                guard let field, field.text != property.value else { return }
                isEdit = true
                property.value = field.text
                isEdit = false
            }
            var isEven = false
            return { times in
                for _ in 0..<times {
                    field.typeByHand(isEven ? "Ada" : "Bob")
                    isEven.toggle()
                }
                field.checkThatNothingCameBack()
            }
        }
    }
}

extension TextField {
    /// It may be set once, initially.
    fileprivate func checkThatNothingCameBack() {
        precondition(writes <= 1, "edits were written back to the control")
    }
}
