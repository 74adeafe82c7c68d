extension SmallGraph {
    /// Draws a program of a list and its details: one of two items is bound to an editor, which a view shows in a field.
    ///
    /// - Parameters:
    ///   - size: The number of selections and changes.
    ///   - texts: What the items hold at first.
    ///   - selectsAgain: Whether the item that is selected may be selected again.
    package static func drawMasterAndDetail(
        _ size: Int, _ choices: Choices, texts: [String], selectsAgain: Bool
    ) -> SmallGraph {
        var program = SmallGraph()
        program.names = ["first item", "second item", "editor", "shown"]
        program.relays = 4
        program.controls = [choices.pick([ControlKind.silent, .echoing])]
        program.texts = texts + ["", ""]
        let (editor, shown, field) = (End.relay(2), End.relay(3), End.control(0))
        let links = [Statement.bind(editor, shown), .bind(shown, field)]
        let order = choices.next(below: 2) == 0 ? links : links.reversed()
        let selection = Statement.bind(.relay(0), editor)
        // The view is there before the first selection, after that, or after everything.
        let place = choices.next(below: 3)
        program.statements = [order + [selection], [selection] + order, [selection]][place]
        let number = place == 0 ? 2 : 0
        var selected = 0
        for _ in 0..<size {
            let choice = choices.next(below: 6)
            guard choice < 2 else {
                program.statements.append(.change([.relay(0), .relay(1), editor, field][choice - 2]))
                continue
            }
            selected = selectsAgain ? choices.next(below: 2) : 1 - selected
            program.statements.append(.rebind(number, .relay(selected), editor, isNested: choice == 1))
        }
        if place == 2 { program.statements += order }
        return program
    }

    /// Draws a program of relays in a row, and a control at its end. An observer of the first one answers a value with
    /// several others.
    ///
    /// - Parameter size: The number of bindings.
    package static func drawRow(_ size: Int, _ choices: Choices, values: Int) -> SmallGraph {
        var program = SmallGraph()
        program.relays = size
        program.controls = [choices.pick([ControlKind.silent, .echoing])]
        let links = (1..<size).map { right in
            choices.next(below: 2) == 0
                ? Statement.bind(.relay(right - 1), .relay(right)) : .bind(.relay(right), .relay(right - 1))
        }
        program.statements = links + [.bind(.relay(size - 1), .control(0))]
        if choices.next(below: 2) == 1 { program.statements.reverse() }
        let observer = Statement.observe(0, [.sets(.relay(0), times: values)])
        program.statements.insert(observer, at: choices.next(below: 2) == 0 ? 0 : size)
        program.statements.append(.change(.relay(0)))
        return program
    }
}
