import BindingInspector

/// What the inspector says beside a form: why the row with the cursor shows what it shows, and what has happened last.
@MainActor
struct InspectorPane {
    /// The most recent changes that are told.
    private static let changeCount = 8
    /// The least extent in which it can be read.
    static let minimumSize = WindowSize(columns: 40, rows: 8)

    private let answers: [Line]
    private let log: [Line]

    /// What there is to say.
    ///
    /// - Parameters:
    ///   - inspector: The inspector, which records.
    ///   - row: The row with the cursor.
    ///   - focus: The name of the control that has the focus.
    init(_ inspector: BindingInspector, row: FormRow?, focus: String?) {
        let explanations = row?.explanations(of: focus, by: inspector) ?? []
        answers = explanations.flatMap { explanation in
            let lines = explanation.description.split(separator: "\n").map(String.init)
            return lines.prefix(1).map { Line($0, .strong) } + lines.dropFirst().map { Line($0) }
        }
        log = inspector.log(last: Self.changeCount).flatMap { change in
            change.description.split(separator: "\n").enumerated().map { number, text in
                Line(String(text), number == 0 ? .plain : .faint)
            }
        }
    }

    /// The rows of a pane: the answers, and below them as much of the log as there is room for, its end.
    func lines(in size: WindowSize) -> [Line] {
        let answers = answers.prefix(max(0, size.rows - 3))
        let rest = size.rows - answers.count - 2
        let shown = [Line("─ Why ", .faint)] + answers + [Line("─ Log ", .faint)] + log.suffix(max(0, rest))
        let blank = Array(repeating: Line(), count: max(0, size.rows - shown.count))
        return (shown + blank).prefix(size.rows).map { $0.padded(to: size.columns) }
    }
}

extension InspectorPane {
    /// Where the pane is shown: beside the form, below it, or, in a window that has no room for both, in its place.
    enum Place: Equatable {
        case beside(columns: Int)
        case below(rows: Int)
        case inPlace
    }

    /// The place of the pane in a window.
    ///
    /// - Parameter formRows: The number of rows of the form.
    static func place(in size: WindowSize, formRows: Int) -> Place {
        let columns = size.columns - FormLayout.minimumWidth - 1
        if columns >= minimumSize.columns { return .beside(columns: columns) }
        let rows = size.rows - formRows
        return rows >= minimumSize.rows ? .below(rows: rows) : .inPlace
    }

    /// A form and the pane, for a window.
    ///
    /// - Parameters:
    ///   - size: The size of the window.
    ///   - form: Draws the form for a window.
    func frame(in size: WindowSize, form: (WindowSize) -> Frame) -> Frame {
        let alone = form(size)
        guard alone.showsForm else { return alone }
        switch Self.place(in: size, formRows: alone.lines.count) {
        case .beside(let columns):
            var frame = form(WindowSize(columns: FormLayout.minimumWidth, rows: size.rows))
            let blank = Line().padded(to: FormLayout.minimumWidth)
            frame.lines += Array(repeating: blank, count: max(0, size.rows - frame.lines.count))
            for (row, line) in lines(in: WindowSize(columns: columns, rows: size.rows)).enumerated() {
                frame.lines[row].append(" ")
                frame.lines[row].append(line)
            }
            return frame
        case .below(let rows):
            var frame = alone
            frame.lines += lines(in: WindowSize(columns: size.columns, rows: rows))
            return frame
        case .inPlace:
            let hint = Line(" F12 shows the form again", .faint).padded(to: size.columns)
            let rows = WindowSize(columns: size.columns, rows: size.rows - 1)
            return Frame(lines: lines(in: rows) + [hint], showsForm: false)
        }
    }
}

extension FormRow {
    /// Why the parts of the row show what they show: the control that has the focus, and the message beside it.
    fileprivate func explanations(of focus: String?, by inspector: BindingInspector) -> [Explanation] {
        let control = controls.first { $0.name == focus }.map { [$0.explanation(by: inspector)] } ?? []
        guard case .field(_, _, let message?) = self else { return control }
        let span = inspector.why(message.rx.span)
        return control + [span.steps.isEmpty ? inspector.why(message.rx.text) : span]
    }
}

extension FormControl {
    /// Why the control shows what it shows: what is entered or chosen there, or whether it can be pressed.
    fileprivate func explanation(by inspector: BindingInspector) -> Explanation {
        switch kind {
        case .text(let field): inspector.why(field.rx.text)
        case .checkBox(let box): inspector.why(box.rx.isOn)
        case .choice(let choice): inspector.why(choice.rx.selection)
        case .button(let button): inspector.why(button.rx.isEnabled)
        case .list(let list): inspector.why(list.rx.rows)
        }
    }
}
