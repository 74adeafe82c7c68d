/// A part of a report that says what one may want to look at.
struct ReportNotes {
    let title: String
    let lines: [String]
}

extension Recording {
    /// What a report draws attention to: controls that several bindings set, and what has kept values from controls.
    var reportNotes: [ReportNotes] {
        let (reported, live, ended) = (reported, live, ended)
        let controls = reported.filter(\.isControl)
        let contested = controls.flatMap { control in
            let bindings = contenders(for: control, in: reported)
            return bindings.isEmpty
                ? []
                : ["\(name(of: control)):"]
                    + bindings.map { binding in
                        let place = binding.place.map { "\(NodeNames.place($0)): " } ?? ""
                        return "  \(place)\(origin(of: binding, in: reported))"
                    }
        }
        let missing = controls.flatMap { control in
            reasonsForSilence(of: control, in: live, ended, isShort: true).filter { reason in
                switch reason.kind {
                case .keptBack, .ended: true
                case .missed: isStillShown(control, in: reported, ended)
                case .unsent, .onItsWay, .equal, .upToDate: false
                }
            }.map { "\(name(of: control)): \($0.text)" }
        }
        return [
            ReportNotes(title: "Set by several bindings", lines: contested),
            ReportNotes(title: "What has kept values away", lines: missing),
        ].filter { !$0.lines.isEmpty }
    }

    /// Whether the view of a control whose bindings are gone has others that have received something since. Otherwise the
    /// control has probably gone, too.
    private func isStillShown(_ control: NodeRecord, in nodes: [NodeRecord], _ ended: [NodeRecord]) -> Bool {
        let gone = bindings(of: control.number, in: ended).map(\.goneEvent).max() ?? 0
        let view = name(of: control).prefix { $0 != "." }
        return nodes.contains { other in
            other.isControl && other !== control && other.last >= max(1, gone)
                && name(of: other).prefix { $0 != "." } == view
        }
    }

    /// The bindings of a control that existed at the same time, if there were any and they set the same property for certain.
    private func contenders(for control: NodeRecord, in nodes: [NodeRecord]) -> [NodeRecord] {
        if case .control(let property) = control.kind, property.isAmbiguous { return [] }
        let bindings = bindings(of: control.number, in: nodes)
        return bindings.filter { binding in
            bindings.contains { other in
                other !== binding && (!binding.isGone || binding.goneTime > other.madeTime)
                    && (!other.isGone || other.goneTime > binding.madeTime)
            }
        }
    }
}
