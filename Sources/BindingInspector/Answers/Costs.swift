/// How often something happened at a source, an operator, a binding or a control, and how long it took.
public struct BindingCost: Sendable, CustomStringConvertible {
    /// Its name, with the file and the line if they are known.
    public let name: String
    /// The number of values.
    public let count: Int
    /// How many of them were the same as the one before.
    public let equalCount: Int
    /// How long all that followed from them took, in seconds: for a control, how long it took to set it.
    public let total: Double
    /// The longest of these times.
    public let longest: Double
    /// Whether nothing has come of it: what it computes is shown to nobody.
    public let isUnused: Bool

    public var description: String {
        var text = "\(name): \(count) values"
        if equalCount > 0 { text += ", \(equalCount) of them equal to the one before" }
        text += ", \(milliseconds(total)) ms in all, at most \(milliseconds(longest)) ms"
        return isUnused ? text + "; nothing uses it" : text
    }

    private func milliseconds(_ seconds: Double) -> String { "\((seconds * 100_000).rounded() / 100)" }
}

extension BindingInspector {
    /// What the sources, operators, bindings and controls have cost that exist now, the most expensive one first.
    public var costs: [BindingCost] { withRecording { $0.costs(of: $0.live) } }

    /// The same for a report: at the end of a program, when nothing is bound any more, of what was bound last.
    var reportedCosts: [BindingCost] { withRecording { $0.costs(of: $0.reported) } }

    /// The changes that kept the main actor for longer than a frame of a screen has, 16 ms, with all that followed from
    /// them.
    public var longChanges: [LoggedChange] { log().filter { $0.thread == nil && $0.duration > 0.016 } }
}

extension Recording {
    fileprivate func costs(of live: [NodeRecord]) -> [BindingCost] {
        let used = Set(live.flatMap { $0.isStep ? [$0.source] : $0.reads })
        return live.filter { $0.count > 0 && (!$0.isStep || $0.isBinding || $0.operatorName != nil) && !isStage($0) }
            .sorted { $0.nanoseconds > $1.nanoseconds }
            .map { node in
                BindingCost(
                    name: placedName(of: node), count: node.count, equalCount: node.equalCount,
                    total: Double(node.nanoseconds) / 1e9, longest: Double(node.longest) / 1e9,
                    isUnused: node.isSource && !used.contains(node.number))
            }
    }
}
