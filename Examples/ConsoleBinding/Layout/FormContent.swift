import Binding

/// A control that the user can reach, and its name in scripts.
@MainActor
struct FormControl {
    /// The kinds of controls, by what can be done with them.
    enum Kind {
        case text(TextField)
        case checkBox(CheckBox)
        case choice(Choice)
        case button(Button)
        case list(List)
    }

    let name: String
    let kind: Kind
    /// The name of the control that gets the focus when this one is hidden; if `nil`, the nearest one before it does.
    var successor: String?

    /// The control, independent of its kind.
    var control: any InteractiveControl {
        switch kind {
        case .text(let field): field
        case .checkBox(let box): box
        case .choice(let choice): choice
        case .button(let button): button
        case .list(let list): list
        }
    }

    /// Whether the user may change or press it, for binding.
    var enabling: Binder<Bool> { Self.enabling(of: control) }

    private static func enabling(of control: some InteractiveControl) -> Binder<Bool> { control.rx.isEnabled }

    /// Whether it is currently hidden.
    var isHidden: Bool {
        if case .button(let button) = kind { button.isHidden } else { false }
    }
}

/// A part of a form. A form has its parts from top to bottom.
@MainActor
enum FormRow {
    case blank
    case heading(Label)
    /// A control with its caption before it and, if there is one, a message after it.
    case field(caption: String, FormControl, message: Label? = nil)
    case buttons([FormControl])
    case progress(ProgressBar)
    /// A list that is only read.
    case list(List)
    /// A list that the user operates, with its caption before it.
    case listing(caption: String, FormControl, List)
    /// The results of a field's search, or why it failed, and the button that repeats it.
    case results(List, failure: Label, retry: FormControl)

    /// The controls that the user can reach unless they are hidden.
    var controls: [FormControl] {
        switch self {
        case .field(_, let control, _), .listing(_, let control, _): [control]
        case .buttons(let controls): controls
        case .results(_, _, let retry): [retry]
        case .blank, .heading, .progress, .list: []
        }
    }

    /// All parts that are visible and can change.
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

/// A message in a box of its own, and the button that closes it.
@MainActor
struct FormAlert {
    let message: Label
    let button: FormControl
    /// Whether it is shown.
    let isOpen: Bool
}

/// Everything that the layout needs to know about a form.
@MainActor
struct FormContent {
    let title: String
    let rows: [FormRow]
    var alert: FormAlert?

    /// A line below the form.
    var hint = "Tab, Shift-Tab move · Space toggles · Enter presses · Ctrl-C leaves"

    /// All parts that are visible and can change.
    var parts: [any Control] {
        rows.flatMap(\.parts) + (alert.map { [$0.message, $0.button.control] } ?? [])
    }
}
