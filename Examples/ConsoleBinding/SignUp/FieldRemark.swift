import Binding
import BindingForms

extension FormField {
    /// What is said beside its control: what is wrong, or, in a faint voice, what is expected where nothing has been
    /// entered yet, or a hint.
    var remark: Driver<Span> {
        Driver.combineLatest(messages, status, isDirty) { messages, status, isDirty in
            let reason = messages.first?.text ?? ""
            return switch status {
            case .invalid where isDirty: Span("✗ \(reason)", .bad)
            case .pending: Span("… looking it up", .faint)
            case _ where reason.isEmpty: Span("✓", .good)
            default: Span(reason, .faint)
            }
        }
    }
}
