import Binding
import BindingForms

extension FormField {
    /// The text beside a control: the error; or, in a faint style, what is expected while nothing has been entered, or
    /// a hint.
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
