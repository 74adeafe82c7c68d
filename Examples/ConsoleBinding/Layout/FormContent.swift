import Binding

/// A control that a user can reach, and the name it goes by in a script.
@MainActor
struct FormControl {
    /// The kinds that differ in what can be done with them.
    enum Kind {
        case text(TextField)
        case checkBox(CheckBox)
        case choice(Choice)
        case button(Button)
        case list(List)
    }

    let name: String
    let kind: Kind
    /// The name of the control that has the focus next where this one goes away; without one, it is the nearest before.
    var successor: String?

    /// The control, whatever kind it is of.
    var control: any InteractiveControl {
        switch kind {
        case .text(let field): field
        case .checkBox(let box): box
        case .choice(let choice): choice
        case .button(let button): button
        case .list(let list): list
        }
    }

    /// Whether its user may change or press it, to be bound.
    var enabling: Binder<Bool> { Self.enabling(of: control) }

    private static func enabling(of control: some InteractiveControl) -> Binder<Bool> { control.rx.isEnabled }

    /// Whether it is not there at the moment.
    var isHidden: Bool {
        if case .button(let button) = kind { button.isHidden } else { false }
    }
}

/// What a form consists of, from top to bottom.
@MainActor
enum FormRow {
    case blank
    case heading(Label)
    /// A control with its caption before and what there is to say about it, if anything, behind.
    case field(caption: String, FormControl, message: Label? = nil)
    case buttons([FormControl])
    case progress(ProgressBar)
    /// A list that is only read.
    case list(List)
    /// A list that is used, with its caption before.
    case listing(caption: String, FormControl, List)
    /// What a field's search has found, or why it has failed, and the button that repeats it.
    case results(List, failure: Label, retry: FormControl)

    /// The controls that a user can reach while they are not hidden.
    var controls: [FormControl] {
        switch self {
        case .field(_, let control, _), .listing(_, let control, _): [control]
        case .buttons(let controls): controls
        case .results(_, _, let retry): [retry]
        case .blank, .heading, .progress, .list: []
        }
    }

    /// Everything that shows and can change.
    var parts: [any Control] {
        switch self {
        case .blank: []
        case .heading(let label): [label]
        case .field(_, let control, let message): [control.control] + (message.map { [$0] } ?? [])
        case .buttons(let controls): controls.map(\.control)
        case .progress(let bar): [bar]
        case .list(let list), .listing(_, _, let list): [list]
        case .results(let list, let failure, let retry): [list, failure, retry.control]
        }
    }
}

/// What a form may tell in a box of its own, and the button that ends it.
@MainActor
struct FormAlert {
    let message: Label
    let button: FormControl
    /// Whether it is being told.
    let isOpen: Bool
}

/// Everything that the layout needs to know of a form.
@MainActor
struct FormContent {
    let title: String
    let rows: [FormRow]
    var alert: FormAlert?

    /// One line below the form.
    var hint = "Tab, Shift-Tab move · Space toggles · Enter presses · Ctrl-C leaves"

    /// Everything that shows and can change.
    var parts: [any Control] {
        rows.flatMap(\.parts) + (alert.map { [$0.message, $0.button.control] } ?? [])
    }
}
