import Binding
import BindingAdwaita
import BindingCollections
import BindingGTK
import BindingOperators
import LettersViewModels

/// The folders, on which letters can be dropped.
package final class FolderPane: Box, BindingContext {
    package let disposeBag = DisposeBag()
    let header = AdwHeaderBar()
    package let list = ListView<FolderRow, FolderRowView>(make: { FolderRowView() }, show: { $0.show($1) })

    init(_ mail: MailViewModel, menu: Menu) {
        super.init(.vertical, spacing: 0)
        let compose = Button(icon: "mail-message-new-symbolic").with(\.actionName, "win.compose")
        compose.properties.tooltipText = translated("Write a Letter")
        let menuButton = MenuButton(icon: "open-menu-symbolic", PopoverMenu(menu)).with(\.primary, true)
        menuButton.properties.tooltipText = translated("Main Menu")
        header.properties.titleWidget = AdwWindowTitle(title: translated("Letters"), subtitle: "")
        header.packStart(compose.accessible(.label, translated("Write a Letter")))
        header.packEnd(menuButton.accessible(.label, translated("Main Menu")))
        list.addClass("navigation-sidebar").accessible(.label, translated("Folders"))
        append(header)
        append(ScrolledWindow(list).with(\.vexpand, true).with(\.hscrollbarPolicy, .never))
        with(\.widthRequest, 210)
        binding {
            mail.folders => list.rx.rows
            mail.$folder <=> list.rx.selectedID ?? .inbox
            list.rx.droppedOnRow(.rows(of: Letter.self)) => { [weak mail] letters, row in
                mail?.move(Set(letters.map(\.id)), to: row.folder)
            }
        }
    }
}
