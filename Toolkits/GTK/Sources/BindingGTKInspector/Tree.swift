import BindingInspector

/// A row of one of the inspector's lists, which are trees: rows that are indented, of which some can be opened.
package struct TreeRow: Identifiable, Equatable, Sendable {
    package enum ID: Hashable, Sendable {
        case heading(String)
        case object(ObjectIdentifier?)
        case property(InspectedProperty.ID)
        case change(Int)
        /// A vertex of the graph, by its place in the list, as it may be there more than once.
        case branch(Int, InspectedProperty.ID)
    }

    package let id: ID
    package let depth: Int
    /// Whether it is open; `nil` if there is nothing in it.
    package var isOpen: Bool?
    package let title: String
    /// What stands beside the title, less visible.
    package var note = ""
    package var value = ""
    /// The text that the user edits; `nil` if it cannot be edited.
    package var edited: String?
    /// Why what the user has entered was refused.
    package var refusal: String?
    package var isHeading = false
    /// Whether it took so long that the user could see it.
    package var isLong = false
}
