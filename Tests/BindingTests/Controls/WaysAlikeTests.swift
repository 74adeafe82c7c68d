import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// A control's property with a way that neither changes its type nor holds anything back must behave like the property
/// itself: C17 to C22, for any control and any view model.
@Suite("C32, C33 Ways that change nothing")
@MainActor
struct WaysAlikeTests {
    enum Way: CaseIterable, Sendable { case converted, delayed, committed, all }
    enum Control: CaseIterable, Sendable { case silent, echoing, cutting, appending, unknown, unknownEcho, late }
    enum Model: CaseIterable, Sendable { case none, cleaning, refusing, appending, early }

    /// Everything that happened in a run.
    struct Trace: Equatable {
        var told: [String] = []
        var texts: [String] = []
        var warnings = 0
    }

    @MainActor
    private final class Run {
        let relay = BehaviorRelay(value: "start")
        let other = BehaviorRelay(value: "other")
        let field: TextField
        let values = PublishRelay<String>()
        let kind: Control
        let bag = DisposeBag()
        var trace = Trace()

        init(_ kind: Control, _ model: Model, _ way: Way?, isRing: Bool) {
            self.kind = kind
            switch kind {
            case .silent, .unknown: field = TextField("held")
            case .echoing, .unknownEcho, .late: field = TextField("held", reportsWrites: true)
            case .cutting: field = TextField("held", normalize: { String($0.prefix(4)) })
            case .appending: field = TextField("held", normalize: { $0.hasSuffix("v") ? $0 : $0 + "v" })
            }
            if model == .early { observe(model) }
            bag.insert(relay <=> property(way))
            if isRing { bag.insert(relay <=> other, other <=> relay, other <=> property(way)) }
            if model != .early { observe(model) }
            bag.insert(relay.asDriver().drive(onNext: { [unowned self] in trace.told.append($0) }))
        }

        private var isUnknown: Bool { [.unknown, .unknownEcho, .late].contains(kind) }

        private func observe(_ model: Model) {
            let relay = relay
            let answer: @MainActor (String) -> String = { text in
                switch model {
                case .none: text
                case .cleaning, .early: text.filter { $0 != " " }
                case .refusing: text.count > 3 ? "no" : text
                case .appending: text.hasSuffix("m") ? text : text + "m"
                }
            }
            bag.insert(relay.asDriver().drive(onNext: { if answer($0) != $0 { relay.accept(answer($0)) } }))
        }

        private func property(_ way: Way?) -> ControlProperty<String> {
            let base: ControlProperty<String>
            let field = field
            if isUnknown {
                let values = values
                base = ControlProperty(
                    values: kind == .late ? values.map { $0 } : values.startWith("held"),
                    valueSink: Binder<String>(field) { [kind] field, text in
                        field.text = text
                        if kind != .unknown { values.accept(field.text) }
                    },
                    sendsInitialValueLater: kind == .late)
            } else {
                base = field.rx.text
            }
            // Sent the same way as the edits, so that it arrives right after each.
            let edits = isUnknown ? values.map { _ in } : field.edits.asObservable()
            let same = ValueConverter<String, String>(parse: { $0 }, format: { $0 })
            switch way {
            case nil: return base
            case .converted: return base.converted(by: same)
            case .delayed: return base.delayed(.zero)
            case .committed: return base.committed(on: edits)
            case .all: return base.delayed(.zero).converted(by: same).committed(on: edits)
            }
        }

        func step(_ number: Int) {
            let text = ["a", "a b", "long text", "", "v", "m", "av", "xyz"][number / 4 % 8]
            switch number % 4 {
            case 0, 1:
                field.type(text)
                if isUnknown { values.accept(field.text) }
            case 2: relay.accept(text)
            default: other.accept(text)
            }
            trace.texts.append("\(field.text) \(relay.value) \(other.value)")
        }
    }

    private func trace(_ kind: Control, _ model: Model, _ way: Way?, isRing: Bool, seed: UInt64) -> Trace {
        var seed = seed
        var trace = Trace()
        let warnings = collectingWarnings {
            let run = Run(kind, model, way, isRing: isRing)
            for _ in 0..<30 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                run.step(Int(seed >> 40))
            }
            trace = run.trace
            run.bag.dispose()
        }
        trace.warnings = warnings.count
        return trace
    }

    @Test("C32, C33: they do what the property itself does", arguments: Control.allCases, Model.allCases)
    func alike(_ kind: Control, _ model: Model) {
        for isRing in [false, true] {
            for seed in 1...UInt64(Effort.steps(8)) {
                let plain = trace(kind, model, nil, isRing: isRing, seed: seed)
                for way in Way.allCases {
                    let other = trace(kind, model, way, isRing: isRing, seed: seed)
                    // Where a control that is bound twice is never content, it depends on how often an edit is told
                    // which answers are the last.
                    let isCutOff = isRing && plain.warnings > 0
                    guard isCutOff ? other.warnings != plain.warnings : other != plain else { continue }
                    let step = zip(plain.texts, other.texts).enumerated().first { $0.element.0 != $0.element.1 }
                    Issue.record(
                        """
                        \(way), ring \(isRing), seed \(seed): plain and \(way) differ at \
                        \(step.map { "step \($0.offset): \($0.element.0), \($0.element.1)" } ?? "the end"); \
                        told \(plain.told) and \(other.told); warnings \(plain.warnings) and \(other.warnings)
                        """)
                }
            }
        }
    }
}
