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
            let directory = LocalDirectory(scheduler: scheduler)
            return SignUpForm(
                viewModel: SignUpViewModel(clock: clock, names: directory, scheduler: scheduler),
                search: SearchViewModel(service: directory, scheduler: scheduler))
        case .repositories:
            return RepositoryForm(
                stream: RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler))
        }
    }
}
