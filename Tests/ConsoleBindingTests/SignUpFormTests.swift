import Binding
import BindingForms
import BindingTesting
import TestSupport
import Testing
import ViewModels

@testable import ConsoleBinding

@Suite("Sign-up form")
@MainActor
struct SignUpFormTests {
    private let model = SignUpViewModel(clock: ManualClock())

    private func remark(_ field: FormField) -> Span? {
        var remark: Span?
        field.remark.drive(onNext: { remark = $0 }).dispose()
        return remark
    }

    @Test(
        "Beside a field stands what is expected, what is wrong, or that it is right",
        arguments: [
            ("", Span("3 characters or more", .faint)), ("ab", Span("✗ 1 character too short", .bad)),
            ("abc", Span("✓", .good)), ("ghopper", Span("… looking it up", .faint)),
        ])
    func remarks(name: String, expected: Span) {
        model.userName = name
        expectEqual(remark(model.$userName), expected)
    }

    @Test("A hint is in nobody's way")
    func hint() {
        model.plan = .pro
        expectEqual(remark(model.$plan), Span("9 € a month", .faint))
    }

    @Test("The form and its view model are released, bindings and all")
    func release() {
        weak var weakModel: SignUpViewModel?
        weak var weakForm: SignUpForm?
        do {
            let model = SignUpViewModel(clock: ManualClock())
            let form = SignUpForm(viewModel: model)
            weakModel = model
            weakForm = form
            #expect(!form.isDismissed)
        }
        #expect(weakForm == nil)
        #expect(weakModel == nil)
    }
}
