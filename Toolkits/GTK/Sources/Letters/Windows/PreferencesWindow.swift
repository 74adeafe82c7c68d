import Binding
import BindingAdwaita
import BindingGTK
import BindingOperators
import LettersViewModels

/// What the user can choose about the program. It has no button to confirm: what is chosen holds at once.
package final class PreferencesWindow: AdwPreferencesWindow, BindingContext {
    package let disposeBag = DisposeBag()

    package let appearance = AdwComboRow(
        title: translated("Appearance"), choices: Preferences.Appearance.allCases.map(\.title))
    package let showsPreview = SwitchRow(translated("Show the Beginning of Each Letter"))
    package let isNewestFirst = SwitchRow(translated("Newest Letters First"))
    package let signature = AdwEntryRow().with(\.title, translated("Signature"))

    init(_ preferences: Preferences, over parent: Window) {
        super.init()
        properties.title = translated("Preferences")
        properties.transientFor = parent
        properties.modal = true
        properties.searchEnabled = false
        let page = AdwPreferencesPage()
        page.add(Self.group(translated("General"), [appearance]))
        page.add(Self.group(translated("List"), [showsPreview, isNewestFirst]))
        page.add(Self.group(translated("Writing"), [signature]))
        add(page)
        binding {
            preferences.$appearance <=> appearance.rx.selected.converted(by: Self.appearances)
            preferences.$showsPreview <=> showsPreview.control.rx.active
            preferences.$isNewestFirst <=> isNewestFirst.control.rx.active
            preferences.$signature <=> signature.rx.text
        }
    }

    private static func group(_ title: String, _ rows: [Widget]) -> AdwPreferencesGroup {
        let group = AdwPreferencesGroup().with(\.title, title)
        for row in rows { group.add(row) }
        return group
    }

    private static let appearances = ValueConverter<Int, Preferences.Appearance>(
        parse: { index in
            guard Preferences.Appearance.allCases.indices.contains(index) else {
                throw ConversionError("There is no such appearance")
            }
            return Preferences.Appearance.allCases[index]
        }, format: { Preferences.Appearance.allCases.firstIndex(of: $0) ?? 0 })
}

/// A row with a switch, which a click on the row turns as well.
package final class SwitchRow: AdwActionRow {
    package let control = Switch().with(\.valign, .center)

    init(_ title: String) {
        super.init()
        properties.title = title
        addSuffix(control)
        properties.activatableWidget = control
        control.accessible(.label, title)
    }
}
