import Binding
import BindingCollections
import BindingForms

/// Runs a small program that uses a list and the form of its selected row, by itself, in one batch or in an observer of something
/// else, and compares what there is to be seen with plain code.
@MainActor
package struct SmallSelectedRowProgram {
    private enum Statement: CaseIterable {
        case selectFirst, selectSecond, deselect
        case typeName, typePrice, typeNoPrice, setValue
        case setFirst, removeFirst, addFirst
        case reset, markPristine
    }

    package enum Place: CaseIterable, Sendable {
        case plain, batch, observer
    }

    private struct Article: Equatable, Identifiable {
        var id: Int
        var name = ""
        var price = 0
    }

    /// What is to be seen.
    private struct Screen: Equatable {
        var rows: [Article]
        var texts: [String]
        var dirty: [Bool]
    }

    /// The same by plain code.
    private struct Plain {
        var rows = [Article(id: 1, name: "Tea", price: 5), Article(id: 2, name: "Milk", price: 5)]
        let isInBatch: Bool
        var selected: Int?
        var shown = Article(id: 0)
        var initial = Article(id: 0)
        var price = "0"

        init(isInBatch: Bool) { self.isInBatch = isInBatch }

        var screen: Screen {
            let isPriceDirty = Int(price) != initial.price
            let isNameDirty = shown.name != initial.name
            return Screen(
                rows: rows, texts: [shown.name, price], dirty: [isNameDirty, isPriceDirty, isNameDirty || isPriceDirty])
        }

        mutating func perform(_ statement: Statement) {
            switch statement {
            case .selectFirst: if rows.contains(where: { $0.id == 1 }) { selected = 1 }
            case .selectSecond: selected = 2
            case .deselect: selected = nil
            case .typeName: edit { $0.name = "Tin" }
            case .typePrice:
                price = "7"
                edit { $0.price = 7 }
            case .typeNoPrice: price = "x"
            case .setValue: if shown.id != 0 { edit { $0.price = 5 } }
            case .setFirst: for index in rows.indices where rows[index].id == 1 { rows[index].price = 7 }
            case .removeFirst: rows.removeAll { $0.id == 1 }
            case .addFirst:
                if !rows.contains(where: { $0.id == 1 }) { rows.append(Article(id: 1, name: "Rum", price: 5)) }
            case .reset:
                let initial = initial
                edit { $0 = initial }
                price = String(initial.price)
            case .markPristine: initial = shown
            }
            if !isInBatch { deselectGone() }
            show(rows.first { $0.id == selected } ?? Article(id: 0))
        }

        /// The selection is told of rows that have gone at the end of a batch, when they may be back.
        mutating func deselectGone() {
            if !rows.contains(where: { $0.id == selected }) { selected = nil }
        }

        /// Edits the row, and nothing while there is none.
        private mutating func edit(_ change: (inout Article) -> Void) {
            if let index = rows.firstIndex(where: { $0.id == shown.id }) { return change(&rows[index]) }
            // What was typed is taken back.
            var edited = shown
            change(&edited)
            if edited.price != shown.price { price = String(shown.price) }
        }

        private mutating func show(_ row: Article) {
            if row.id != shown.id {
                initial = row
                price = String(row.price)
            }
            // Text that cannot be read stays until the price is another one.
            if row.price != shown.price { price = String(row.price) }
            shown = row
        }
    }

    @MainActor
    private final class Screens {
        let rows: BehaviorRelay<TreeArray<Article>>
        let selection = Selection<Int>()
        let form: ValueForm<Article>
        let name: Field<String, String>
        let price: Field<String, Int>
        private let trigger = BehaviorRelay(value: 0)
        private let bag = DisposeBag()

        init(_ model: Plain) {
            rows = BehaviorRelay(value: TreeArray(model.rows))
            bag.insert(selection.follow(rows.updates()))
            form = ValueForm(of: selection.row(in: rows, or: Article(id: 0)))
            name = form.field(\.name)
            price = form.field(\.price, as: .integer)
        }

        var current: Screen {
            Screen(
                rows: Array(rows.value), texts: [name.raw, price.raw],
                dirty: [name.state.isDirty, price.state.isDirty, form.state.isDirty])
        }

        func perform(_ statement: Statement) {
            switch statement {
            case .selectFirst: if rows.value.contains(where: { $0.id == 1 }) { selection.select(1) }
            case .selectSecond: selection.select(2)
            case .deselect: selection.id = nil
            case .typeName: name.raw = "Tin"
            case .typePrice: price.raw = "7"
            case .typeNoPrice: price.raw = "x"
            // The placeholder takes nothing.
            case .setValue: if form.value.id != 0 { form.value.price = 5 }
            case .setFirst: if let index = first { rows.modify { $0[index].price = 7 } }
            case .removeFirst: if let index = first { rows.modify { _ = $0.remove(at: index) } }
            case .addFirst:
                if first == nil { rows.modify { $0.append(Article(id: 1, name: "Rum", price: 5)) } }
            case .reset: form.reset()
            case .markPristine: form.markPristine()
            }
        }

        private var first: Int? { rows.value.firstIndex { $0.id == 1 } }

        func perform(in place: Place, _ body: @escaping @MainActor () -> Void) {
            switch place {
            case .plain: body()
            case .batch: batch { body() }
            case .observer:
                let observer = trigger.asDriver().skip(1).drive(onNext: { _ in body() })
                trigger.accept(1)
                observer.dispose()
            }
        }
    }

    /// - Parameters:
    ///   - place: Where the program runs.
    ///   - looksAfterEach: Whether what there is to be seen is looked at after each statement, or only at the end.
    ///   - size: The number of statements.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ place: Place, looksAfterEach: Bool, size: Int, _ choices: Choices) -> String? {
        let statements = (0..<size).map { _ in choices.pick(Statement.allCases) }
        // A form that is not used in the batch finds a row as that is at the end.
        let isUnused = place == .batch && !looksAfterEach
        if isUnused, statements.contains(.setFirst) {
            choices.discard()
            return nil
        }
        var plain = Plain(isInBatch: place == .batch)
        let screens = Screens(plain)
        var (found, expected): ([Screen], [Screen]) = ([], [])
        screens.perform(in: place) {
            for statement in statements {
                screens.perform(statement)
                if looksAfterEach { found.append(screens.current) }
            }
        }
        found.append(screens.current)
        for statement in statements {
            plain.perform(statement)
            if looksAfterEach { expected.append(plain.screen) }
        }
        plain.deselectGone()
        expected.append(plain.screen)
        // Nor does it know of rows that are selected in between.
        if found == expected || isUnused && found[0].rows == expected[0].rows { return nil }
        let step = zip(found, expected).prefix { $0 == $1 }.count
        return "\(statements): step \(step): \(found[step]), not \(expected[step])"
    }
}
