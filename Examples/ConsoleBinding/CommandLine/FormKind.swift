import Binding
import ViewModels

/// The forms that the program has.
enum FormKind: Sendable {
    case signUp, repositories, members

    /// The forms that are asked for by an option, and that one.
    static let options: [(kind: FormKind, text: String)] = [(.repositories, "--repositories"), (.members, "--members")]

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - clock: How long work in the background takes.
    ///   - scheduler: What counts the time of a search, and between news. It runs what is due on the main actor.
    @MainActor
    func form(clock: any StepClock, scheduler: any Scheduler) -> any Form {
        switch self {
        case .signUp:
            let directory = LocalDirectory(scheduler: scheduler)
            return SignUpForm(
                viewModel: SignUpViewModel(clock: clock, names: directory, scheduler: scheduler),
                search: SearchViewModel(service: directory, scheduler: scheduler))
        case .repositories:
            return RepositoryForm(
                stream: RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler))
        case .members:
            return MembersForm(viewModel: MembersViewModel(service: LocalClub(scheduler: scheduler)))
        }
    }
}
