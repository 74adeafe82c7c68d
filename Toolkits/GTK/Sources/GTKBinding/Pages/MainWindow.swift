import Binding
import BindingGTK
import BindingOperators
import ViewModels

/// The program's window: a page for each view model.
final class MainWindow: Window, BindingContext {
    enum Page: String, CaseIterable {
        case signUp = "sign-up"
        case members, repositories, people, file
    }

    let disposeBag = DisposeBag()

    private let models: Models
    private let repositories: RepositoriesPage
    private let pages = Stack()
    private let details = Button("_Details")

    init(_ models: Models, _ application: Application, page: Page) {
        self.models = models
        repositories = RepositoriesPage(models.repositories)
        super.init("Binding", application: application, width: 760, height: 560)
        pages.add(SignUpPage(models.signUp), name: Page.signUp.rawValue, title: "Sign up")
        pages.add(MembersPage(models.members), name: Page.members.rawValue, title: "Members")
        pages.add(repositories, name: Page.repositories.rawValue, title: "Repositories")
        pages.add(PeoplePage(models.people), name: Page.people.rawValue, title: "People")
        pages.add(FilePage(models.file), name: Page.file.rawValue, title: "File")
        pages.properties.visibleChildName = page.rawValue
        titlebar = HeaderBar(title: StackSwitcher(pages), end: [details])
        child = pages
        binding {
            details.rx.clicked => { [weak self] in DetailsWindow(models.signUp, over: self).present() }
        }
    }

    /// Enters sample data in all pages.
    func fill() {
        models.fill()
        repositories.fill()
    }
}

/// A second window for what is entered in the first, which can be opened and closed repeatedly.
final class DetailsWindow: Window, BindingContext {
    let disposeBag = DisposeBag()

    private let userName = Entry()
    private let email = Entry()
    private let summary = Label()

    init(_ viewModel: SignUpViewModel, over parent: Window?) {
        super.init("Details", width: 320)
        properties.transientFor = parent
        child = Box(.vertical, spacing: 8, [userName, email, summary]).margin(24)
        binding {
            viewModel.$userName <=> userName.rx.text
            viewModel.$email <=> email.rx.text
            Driver.derived { "\(viewModel.userName), \(viewModel.email)" } => summary.rx.label
        }
    }
}
