import Binding
import BindingCollections

/// An observer of a list, or of one of its properties, that compares what it receives with a plain function of the rows.
@MainActor
final class ListObserver {
    /// The number of properties that can be observed; a larger number stands for the rows.
    static let properties = 19

    /// The name of the list.
    let name: String
    private let checksEachUpdate: Bool
    private let connection = SingleAssignmentDisposable()
    /// The error in what it last received, if the list has these rows.
    private(set) var fault: ([ListRow]) -> String? = { _ in nil }
    private var there = 0
    /// Called with each update, once it has been applied, and with the error in it, if any.
    var told: (String?) -> Void = { _ in }

    /// - Parameters:
    ///   - name: The name of the list.
    ///   - checksEachUpdate: Whether what can be derived from an update is compared with it each time.
    init(_ name: String, checksEachUpdate: Bool = false) {
        self.name = name
        self.checksEachUpdate = checksEachUpdate
    }

    func dispose() { connection.dispose() }

    /// Begins to observe.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - property: The number of a property, or a larger number.
    ///   - hasIdentity: Whether the list tells its rows apart by their identity.
    func connect(to list: ListUpdates<ListRow>, property: Int, hasIdentity: Bool) {
        connection.setDisposable(subscription(to: list, property: property, hasIdentity: hasIdentity))
    }

    private func subscription(
        to list: ListUpdates<ListRow>, property: Int, hasIdentity: Bool
    ) -> any Disposable {
        switch property {
        case 0: say(list.count) { $0.count }
        case 1: say(list.isEmpty) { $0.isEmpty }
        case 2: say(list.first) { $0.first }
        case 3: say(list.last) { $0.last }
        case 4: say(list.elements) { $0 }
        case 5: say(list.sum(\.key)) { $0.reduce(0) { $0 + $1.key } }
        case 6: say(list.sum { Double($0.key) / 8 }) { $0.reduce(0) { $0 + Double($1.key) / 8 } }
        case 7: say(list.min(\.key)) { $0.map(\.key).min() }
        case 8: say(list.max(\.key)) { $0.map(\.key).max() }
        case 9: say(list.min { $0.key < $1.key }) { $0.min { $0.key < $1.key } }
        case 10:
            // Of several equal maxima the first one, while the standard library takes the last.
            say(list.max { $0.key < $1.key }) { rows in
                rows.first { row in rows.allSatisfy { $0.key <= row.key } }
            }
        case 11: say(list.count { $0.key > 4 }) { $0.count { $0.key > 4 } }
        case 12: say(list.contains { $0.key == 7 }) { $0.contains { $0.key == 7 } }
        case 13: say(list.allSatisfy { $0.key < 8 }) { $0.allSatisfy { $0.key < 8 } }
        case 14:
            say(list.reduce(0, adding: { $0 ^ $1.hashValue }, removing: { $0 ^ $1.hashValue })) {
                $0.reduce(0) { $0 ^ $1.hashValue }
            }
        case 15: show(list.grouped { $0.key % 3 }, id: \.key) { ListLink.sections(of: $0) { $0.key % 3 } }
        case 16: say(list.row(id: 5, by: \.id)) { $0.first { $0.id == 5 } }
        case 17: say(list.average(\.key)) { $0.isEmpty ? nil : Double($0.reduce(0) { $0 + $1.key }) / Double($0.count) }
        case 18:
            // How many rows have come and not gone.
            say(
                list.onItemAdded { [unowned self] _ in there += 1 }.onItemRemoved { [unowned self] _ in there -= 1 }
                    .rows.map { [unowned self] _ in there }
            ) { $0.count }
        default: show(list, id: hasIdentity ? \.id : nil) { $0 }
        }
    }

    /// Observes a driver of a list's property.
    private func say<Value: Sendable & Equatable>(
        _ driver: Driver<Value>, _ plain: @escaping ([ListRow]) -> Value
    ) -> any Disposable {
        var said: [Value] = []
        fault = { rows in
            let expected = plain(rows)
            return said.last == expected ? nil : "says \(said.last.map { "\($0)" } ?? "nothing"), expected \(expected)"
        }
        return driver.drive(onNext: { said = [$0] })
    }

    /// Shows the rows of a list that is derived from the one it observes.
    private func show<Row: Sendable & Hashable>(
        _ list: ListUpdates<Row>, id: ((Row) -> Int)?, _ plain: @escaping ([ListRow]) -> [Row]
    ) -> any Disposable {
        var shown = ShownList<Row>(id: id, checksEach: checksEachUpdate)
        fault = { rows in
            let expected = plain(rows)
            return shown.rows == expected ? nil : "shows \(shown.rows ?? []), expected \(expected)"
        }
        return list.drive { [unowned self] update in told(shown.take(update)) }
    }
}
