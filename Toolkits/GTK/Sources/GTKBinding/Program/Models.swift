import Binding
import BindingCollections
import ViewModels

/// The view models of the program. Some are shared with the console example; none depends on GTK.
@MainActor
final class Models {
    let signUp: SignUpViewModel
    let members: MembersViewModel
    let repositories: RepositoryStream
    let people: PeopleViewModel
    let file = FileViewModel(path: "/usr/share/common-licenses/GPL-3")

    /// Makes the view models.
    ///
    /// - Parameter scheduler: The scheduler that measures the time between key presses.
    init(scheduler: any Scheduler) {
        let directory = LocalDirectory(scheduler: scheduler)
        signUp = SignUpViewModel(
            clock: WallClock(interval: .milliseconds(250)), names: directory, scheduler: scheduler)
        members = MembersViewModel(service: LocalClub(scheduler: scheduler))
        repositories = RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler)
        people = PeopleViewModel(people: .invented(100_000), scheduler: scheduler)
    }

    /// Enters sample data.
    func fill() {
        signUp.userName = "ada"
        signUp.email = "ada@example.org"
        signUp.password = "secret"
        signUp.age = 36
        members.query = "a"
        members.selection.id = "2"
        people.query = "grace"
    }
}
