import Binding
import BindingCollections
import ViewModels

/// The view models of the program. Those of the console example are the same ones; none knows of GTK.
@MainActor
final class Models {
    let signUp: SignUpViewModel
    let members: MembersViewModel
    let repositories: RepositoryStream
    let people: PeopleViewModel
    let file = FileViewModel(path: "/usr/share/common-licenses/GPL-3")

    /// Makes the view models.
    ///
    /// - Parameter scheduler: What counts the time between two keys.
    init(scheduler: any Scheduler) {
        let directory = LocalDirectory(scheduler: scheduler)
        signUp = SignUpViewModel(
            clock: WallClock(interval: .milliseconds(250)), names: directory, scheduler: scheduler)
        members = MembersViewModel(service: LocalClub(scheduler: scheduler))
        repositories = RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler)
        people = PeopleViewModel(people: .invented(100_000), scheduler: scheduler)
    }

    /// Enters what a user might.
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
