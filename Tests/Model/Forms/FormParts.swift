import Binding
import BindingForms

/// What a rule throws.
struct FormFailure: Error, CustomStringConvertible {
    var description: String { "failed" }
}

/// A text field that shows the values it gets.
@MainActor
final class FormControl: ReactiveCompatible {
    nonisolated let edits = PublishRelay<Void>()
    var content = ""

    func type(_ text: String) {
        content = text
        edits.accept(())
    }
}

extension Reactive where Base == FormControl {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.content }, setter: { $0.content = $1 })
    }
}

/// A row of a form, with a field.
@MainActor
final class FormRow {
    let id: Int
    let field: Field<String, String>

    init(_ id: Int, _ title: String) {
        self.id = id
        field = Field(title, [Rule { $0.isEmpty ? "missing" : nil }])
    }
}

extension ValueConverter where Raw == String, Value == Int {
    static var wholeNumber: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("no number: \(text)") }
                return number
            },
            format: { "\($0)" })
    }
}
