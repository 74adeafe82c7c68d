import Binding

/// What the user can choose about the program, and what is remembered.
@MainActor
package final class Preferences {
    /// Whether windows are light or dark.
    package enum Appearance: String, CaseIterable, Sendable {
        case system, light, dark
    }

    @Mutable package var appearance = Appearance.system
    @Mutable package var showsPreview = true
    @Mutable package var isNewestFirst = true
    @Mutable package var signature = ""

    package init() {}
}
