import Binding
import BindingCollections
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

/// Lists in all the places where a value can be: in a property, a store's state, a stream, a part of another value.
@Suite("Lists in state")
@MainActor
struct StateTests {
    struct Line: Identifiable, Equatable, Sendable {
        var id: Int
        var text: String
    }

    /// The updates that a list control receives.
    @MainActor final class Listing {
        var lines: [Line] = []
        var told: [ListUpdate<Line>.Change] = []

        var rows: Binder<ListUpdate<Line>> {
            Binder(self) { listing, update in
                listing.told.append(update.change)
                listing.lines = Array(update.rows)
            }
        }
    }

    enum Lines: ViewFeature {
        struct State: FeatureState {
            var title = ""
            var lines = TreeArray((0..<1_000).map { Line(id: $0, text: "\($0)") })
        }

        enum Action: FeatureAction {
            case rename(Int, String)
            case remove(Int)
            case add(Line)
            case setTitle(String)
        }

        static let updater: Updater = { state, action in
            var state = state
            switch action {
            case .rename(let index, let text): state.lines[index].text = text
            case .remove(let index): state.lines.remove(at: index)
            case .add(let line): state.lines.insert(line, at: 0)
            case .setTitle(let title): state.title = title
            }
            return state
        }
    }

    @Test("a list that is bound to a store gets the edits, and nothing when another part of the state changes")
    func store() {
        let store = OneWay<Lines>(initialState: .init())
        let listing = Listing()
        let bag = DisposeBag()
        (store.stateDriver.map(\.lines).updates() => listing.rows).disposed(by: bag)
        store.send(.rename(500, "five hundred"))
        store.send(.setTitle("all lines"))
        store.send(.remove(3))
        store.send(.add(Line(id: 7_000, text: "new")))
        #expect(
            listing.told == [
                .reload, .edits([.replace(500..<501)]), .edits([.remove(3..<4)]), .edits([.insert(0..<1)]),
            ])
        expectEqual(listing.lines, Array(store.state.lines))
    }

    final class LineStream: UnioStream<LineStream> {
        struct Input: InputType {
            let add = PublishRelay<Line>()
            let remove = PublishRelay<Int>()
        }

        struct State: StateType {
            let lines = BehaviorRelay<TreeArray<Line>>(value: [])
        }

        struct Output: OutputType {
            let lines: BehaviorRelay<TreeArray<Line>>
        }

        typealias Extra = NoExtra

        static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
            let lines = dependency.state.lines
            dependency.inputObservables.add
                .bind(onNext: { line in lines.modify { $0.append(line) } }).disposed(by: disposeBag)
            dependency.inputObservables.remove
                .bind(onNext: { index in lines.modify { _ = $0.remove(at: index) } }).disposed(by: disposeBag)
            return Output(lines: lines)
        }
    }

    @Test("a list that is bound to a stream's output gets the edits")
    func stream() {
        let stream = LineStream(input: .init(), state: .init(), extra: .init())
        let listing = Listing()
        let bag = DisposeBag()
        (stream.output.lines.updates() => listing.rows).disposed(by: bag)
        stream.input.add(Line(id: 1, text: "one"))
        stream.input.add(Line(id: 2, text: "two"))
        stream.input.remove(0)
        expectEqual(
            listing.told, [.reload, .edits([.insert(0..<1)]), .edits([.insert(1..<2)]), .edits([.remove(0..<1)])])
        expectEqual(listing.lines, [Line(id: 2, text: "two")])
    }

    @Test("a list that is bound to a property by its name gets the edits")
    func property() {
        @MainActor final class ViewModel {
            @Bindable private(set) var lines: TreeArray<Line> = []
            @Mutable var draft: TreeArray<Line> = []
            func edit(_ change: (inout TreeArray<Line>) -> Void) { change(&lines) }
        }
        let viewModel = ViewModel()
        let (listing, draft) = (Listing(), Listing())
        let bag = DisposeBag()
        (viewModel.$lines.updates() => listing.rows).disposed(by: bag)
        (viewModel.$draft.updates() => draft.rows).disposed(by: bag)
        viewModel.edit { $0.append(Line(id: 1, text: "one")) }
        viewModel.edit { $0[0].text = "first" }
        viewModel.draft.append(Line(id: 2, text: "two"))
        expectEqual(listing.told, [.reload, .edits([.insert(0..<1)]), .edits([.replace(0..<1)])])
        expectEqual(draft.told, [.reload, .edits([.insert(0..<1)])])
    }

    @Test("a row by its identity goes both ways, wherever it moves")
    func lens() throws {
        let lines = BehaviorRelay(value: TreeArray((0..<200).map { Line(id: $0, text: "\($0)") }))
        let listing = Listing()
        let bag = DisposeBag()
        let field = TextField()
        (lines.updates() => listing.rows).disposed(by: bag)
        let text = try #require(lines.element(id: 150)).text
        (text <=> field.rx.text).disposed(by: bag)
        expectEqual(field.text, "150")
        lines.modify { _ = $0.moveSubranges(RangeSet(150..<151), to: 0) }
        field.type("moved")
        expectEqual(lines.value[0], Line(id: 150, text: "moved"))
        expectEqual(listing.told, [.reload, .edits([.move(from: 150, to: 0)]), .edits([.replace(0..<1)])])
        lines.modify { $0[0].text = "by the model" }
        expectEqual(field.text, "by the model")
    }
}
