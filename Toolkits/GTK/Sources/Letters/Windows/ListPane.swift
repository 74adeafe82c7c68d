import Binding
import BindingAdwaita
import BindingCollections
import BindingGTK
import BindingOperators
import LettersViewModels

/// The letters of a folder, the search in them, and the progress of an import.
package final class ListPane: Box, BindingContext {
    package let disposeBag = DisposeBag()
    let header = AdwHeaderBar()
    let back = Button(icon: "go-previous-symbolic").with(\.tooltipText, translated("Folders"))
    package let searchButton = ToggleButton(icon: "system-search-symbolic").with(\.tooltipText, translated("Search"))
    package let search = SearchEntry(placeholder: translated("Sender or subject")).with(\.hexpand, true)
    package let list: ListView<Letter, LetterRowView>
    package let cancelImport = Button(translated("_Cancel"))

    private let searchBar = SearchBar()
    private let title = AdwWindowTitle(title: "", subtitle: "")
    private let pages = Stack()
    private let progress = ProgressBar().with(\.hexpand, true).with(\.valign, .center)

    init(_ mail: MailViewModel, menu: Menu, now: @escaping @MainActor () -> Int) {
        list = ListView(
            selectionMode: .multiple, make: { LetterRowView() },
            show: { [unowned mail] row, letter, bag in row.show(letter, in: mail, now: now(), bag) })
        super.init(.vertical, spacing: 0)
        header.properties.titleWidget = title
        header.packStart(back.accessible(.label, translated("Folders")))
        header.packEnd(searchButton.accessible(.label, translated("Search")))
        searchBar.properties.child = search
        searchBar.connectEntry(search)
        search.accessible(.label, translated("Search")).accessible(.controls, [list])
        list.addClass("letters").accessible(.label, translated("Letters"))
        list.setRowsDraggable { $0.map { "\($0.sender): \($0.subject)" }.joined(separator: "\n") }
        list.setContextMenu(menu)
        let empty = AdwStatusPage().with(\.iconName, "mail-read-symbolic").with(\.title, translated("No Letters"))
        pages.add(ScrolledWindow(list).with(\.hscrollbarPolicy, .never), name: "letters", title: "")
        pages.add(empty.addClass("compact"), name: "empty", title: "")
        let importing = Box(.horizontal, spacing: 12, [progress, cancelImport]).margin(12)
        progress.accessible(.label, translated("Import"))
        let importBar = Revealer(Box(.vertical, spacing: 0, [Separator(.horizontal), importing]))
        for part in [header, searchBar, pages.with(\.vexpand, true), importBar] as [Widget] { append(part) }
        with(\.widthRequest, 300)
        binding {
            mail.shown => list.rx.rows
            mail.selection.$ids <=> list.rx.selectedIDs
            mail.$folder.asDriver().map(\.title) => title.rx.title
            mail.shown.count.map { translated("%d letter", "%d letters", $0) } => title.rx.subtitle
            mail.shown.isEmpty.map { $0 ? "empty" : "letters" } => pages.rx.visibleChildName

            mail.$query <=> search.rx.text
            mail.$isSearching <=> searchButton.rx.active
            mail.$isSearching <=> searchBar.rx.searchModeEnabled

            mail.importLetters.isExecuting => importBar.rx.revealChild
            mail.importLetters.progress => progress.rx.fraction
            cancelImport.rx.clicked => { [weak mail] in mail?.importLetters.cancel() }
        }
    }
}
