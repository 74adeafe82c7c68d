import Binding

/// The forms that the program has.
enum FormKind: Sendable {
    case signUp, repositories

    /// Makes an empty form.
    ///
    /// - Parameters:
    ///   - clock: How long work in the background takes.
    ///   - scheduler: What counts the time of a search. It runs what is due on the main actor.
    @MainActor
    func form(clock: any StepClock, scheduler: any Scheduler) -> any Form {
        switch self {
        case .signUp:
            SignUpForm(
                viewModel: SignUpViewModel(clock: clock),
                search: SearchViewModel(service: LocalDirectory(scheduler: scheduler), scheduler: scheduler))
        case .repositories:
            RepositoryForm(
                stream: RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler))
        }
    }
}
