import Binding
import BindingForms
import BindingOperators

/// The view model of a window in which a letter is written.
@MainActor
package final class ComposeViewModel {
    @Validated(.email) package var recipient = ""
    @Validated package var subject = ""
    @Validated package var text = ""
    package let form = Form()

    /// Sends the letter, if it has a recipient.
    package private(set) lazy var send = form.command(of: self) { me in me.deliver(me) }

    private let deliver: @MainActor (ComposeViewModel) -> Void

    /// Makes a view model for a letter.
    ///
    /// - Parameters:
    ///   - recipient: To whom it goes, if that is known.
    ///   - subject: What it is about, if that is known.
    ///   - signature: What stands below the text; it is no change of the letter.
    ///   - deliver: Called with the letter when it is sent.
    package init(
        to recipient: String = "", subject: String = "", signature: String = "",
        deliver: @escaping @MainActor (ComposeViewModel) -> Void
    ) {
        self.deliver = deliver
        form.add($recipient, $subject, $text)
        $recipient.reset(to: recipient)
        $subject.reset(to: subject)
        $text.reset(to: signature.isEmpty ? "" : "\n\n-- \n\(signature)")
    }

    /// Whether something would be lost if the letter were thrown away.
    package var hasChanges: Bool { form.state.isDirty }
}
