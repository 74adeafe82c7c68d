import Binding
import BindingForms

extension FormField {
    /// What is said beside its control: what is wrong, or, in a faint voice, what is expected where nothing has been
    /// entered yet, or a hint.
    var remark: Driver<Span> {
        reports.map { report in
            let reason = report.messages.first?.text ?? ""
            return switch report.state.status {
            case .invalid where report.state.isDirty: Span("✗ \(reason)", .bad)
            case .pending: Span("… looking it up", .faint)
            case _ where reason.isEmpty: Span("✓", .good)
            default: Span(reason, .faint)
            }
        }
    }
}
