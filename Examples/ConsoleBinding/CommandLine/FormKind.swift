import Binding
import ViewModels

/// The forms of the program.
enum FormKind: Sendable {
    case signUp, repositories, members

    /// The forms that an option selects, and the options.
    static let options: [(kind: FormKind, text: String)] = [(.repositories, "--repositories"), (.members, "--members")]

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - clock: The clock for work in the background.
    ///   - scheduler: The scheduler for the time of a search and between news. It runs actions on the main actor.
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
