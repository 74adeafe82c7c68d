extension BindingInspector {
    /// The report as one page.
    var page: String {
        let (graph, changes, costs) = (reportedGraph, log(last: 2_000), reportedCosts)
        let notes = withRecording { $0.reportNotes }
        let data = JSON.object([
            (
                "notes",
                .array(
                    notes.map { note in
                        .object([("title", .text(note.title)), ("lines", .array(note.lines.map { .text($0) }))])
                    })
            ),
            (
                "vertices",
                .array(
                    graph.vertices.map { vertex in
                        .object([
                            ("kind", .text(vertex.kind.rawValue)), ("name", .text(vertex.name)),
                            ("place", vertex.place.map { .text($0) } ?? .null),
                            ("value", vertex.value.map { .text($0) } ?? .null),
                            ("count", .number(Double(vertex.count))),
                        ])
                    })
            ),
            ("edges", .array(graph.edges.map { .array([.number(Double($0.from)), .number(Double($0.to))]) })),
            ("log", .array(changes.map(\.json))),
            (
                "costs",
                .array(
                    costs.map { cost in
                        .object([
                            ("name", .text(cost.name)), ("count", .number(Double(cost.count))),
                            ("equal", .number(Double(cost.equalCount))), ("total", .number(cost.total * 1_000)),
                            ("longest", .number(cost.longest * 1_000)), ("unused", .number(cost.isUnused ? 1 : 0)),
                        ])
                    })
            ),
        ])
        return PageText.beforeData + data.text + PageText.afterData
    }
}

extension LoggedChange {
    fileprivate var json: JSON {
        .object([
            ("text", .text(text)), ("time", .number(time * 1_000)), ("duration", .number(duration * 1_000)),
            ("thread", thread.map { .text(String($0, radix: 16)) } ?? .null),
            ("follows", .array(consequences.map(\.json))),
        ])
    }
}
