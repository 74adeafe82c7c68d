import Binding

/// The forms that have been rejected, until an edit in them: of a field, or of what they consist of.
@MainActor
enum RejectedForms {
    // There is hardly ever one, so that an edit costs nothing more.
    @exclusivity(unchecked) private static var forms: [WeakReference<Form>] = []

    static func add(_ form: Form) { forms.append(WeakReference(form)) }

    static func edited(_ part: FormPart) {
        guard !forms.isEmpty else { return }
        let edited = forms.compactMap(\.object).filter { part.isWithin($0) }
        forms.removeAll { $0.object.map(edited.contains) ?? true }
        for form in edited where form.endRejection() { form.update() }
    }
}
