import Binding
import BindingCollections
import TestSupport
import Testing

/// Many rows that change at once, and have partners or rows of their own.
@MainActor
@Suite("Joins of many edits")
struct ManyJoinsTests {
    @Test("C40: joins and rows' own rows are those of all rows, whichever of them change", arguments: 1..<8)
    func joins(stride: Int) {
        struct Order: Identifiable, Equatable {
            let id: Int
            var customer: Int
            var lines: [Int]
        }
        struct Customer: Identifiable, Equatable {
            var id: Int
            var text: String
        }
        var generator = SplitMix(state: UInt64(stride))
        let orders = BehaviorRelay(
            value: TreeArray((0..<600).map { Order(id: $0, customer: $0 % 40, lines: Array(0..<($0 % 4))) }))
        let customers = BehaviorRelay(value: TreeArray((0..<30).map { Customer(id: $0, text: "a") }))
        let bag = DisposeBag()
        var (inner, left, lines): (TreeArray<String>, TreeArray<String>, TreeArray<Int>) = ([], [], [])
        var (unique, matched, unmatched): (TreeArray<Order>, TreeArray<Order>, TreeArray<Order>) = ([], [], [])
        let chosen = BehaviorRelay(value: TreeArray((0..<12).map { Order(id: -$0, customer: $0 * 3, lines: []) }))
        var (keys, sent) = (0, 0)
        func text(_ order: Order, _ customer: Customer?) -> String { "\(order) \(customer?.text ?? "-")" }
        func firstOfEach(_ orders: [Order]) -> [Order] {
            var seen: Set<Int> = []
            return orders.filter { seen.insert($0.customer).inserted }
        }
        let key: @MainActor (Order) -> Int = {
            keys += 1
            return $0.customer
        }
        orders.updates().innerJoin(customers.updates(), on: key, equals: { $0.id }).map { text($0.left, $0.right) }
            .rows.drive { inner = $0 }.disposed(by: bag)
        orders.updates().leftJoin(customers.updates(), on: { $0.customer }, equals: { $0.id })
            .map { text($0.left, $0.right) }.rows.drive { left = $0 }.disposed(by: bag)
        orders.updates().flatMap { $0.lines }.rows.drive { (lines, sent) = ($0, sent + 1) }.disposed(by: bag)
        orders.updates().uniqued { $0.customer }.rows.drive { unique = $0 }.disposed(by: bag)
        orders.updates().intersection(chosen.updates()) { $0.customer }.rows.drive { matched = $0 }.disposed(by: bag)
        orders.updates().subtracting(chosen.updates()) { $0.customer }.rows.drive { unmatched = $0 }.disposed(by: bag)
        for round in 0..<24 {
            let (before, sentBefore, linesBefore) = (keys, sent, Array(lines))
            var changed = 0
            batch {
                // Few edits come after many, and find what these have left.
                if round % 8 == 5 { chosen.modify { $0[Int.random(in: 0..<12, using: &generator)].customer = round } }
                if round % 3 == 1 {
                    customers.modify { customers in
                        for place in customers.indices { customers[place].text = "\(round)" }
                        customers[Int.random(in: 0..<customers.count, using: &generator)] = Customer(
                            id: round, text: "b")
                    }
                }
                orders.modify { orders in
                    for place in Swift.stride(from: orders.count - 1, through: 0, by: round % 4 == 3 ? -150 : -stride) {
                        switch Int.random(in: 0..<(round % 4 == 2 ? 1 : round < 12 ? 2 : 6), using: &generator) {
                        case 1:
                            orders[place].customer = (orders[place].customer + 1) % 40
                            changed += 1
                        case 2: orders[place].lines.append(round)
                        case 3:
                            orders.insert(Order(id: 1_000 * (round + 1) + place, customer: 3, lines: [7]), at: place)
                        case 4: orders.remove(at: place)
                        case 5: orders.insert(orders.remove(at: place), at: place / 2)
                        default:
                            // The same lines, in another array.
                            if !orders[place].lines.isEmpty { changed += 1 }
                            orders[place].lines = orders[place].lines.map(\.self)
                        }
                    }
                }
            }
            let rows = Array(orders.value)
            let keysOfChosen = Set(chosen.value.map(\.customer))
            let pairs = rows.map { order in (order, customers.value.filter { $0.id == order.customer }) }
            guard inner.elementsEqual(pairs.flatMap { pair in pair.1.map { text(pair.0, $0) } }), inner.defect == nil,
                left.elementsEqual(
                    pairs.flatMap { pair in pair.1.isEmpty ? [text(pair.0, nil)] : pair.1.map { text(pair.0, $0) } }),
                lines.elementsEqual(rows.flatMap(\.lines)), lines.defect == nil, left.defect == nil,
                unique.elementsEqual(firstOfEach(rows)), unique.defect == nil,
                matched.elementsEqual(rows.filter { keysOfChosen.contains($0.customer) }), matched.defect == nil,
                unmatched.elementsEqual(rows.filter { !keysOfChosen.contains($0.customer) }), unmatched.defect == nil
            else {
                Issue.record("round \(round)")
                return
            }
            if round < 12 {
                // Keys are asked for once, and the same lines are not sent again.
                #expect(keys - before == changed && (sent == sentBefore) == (Array(lines) == linesBefore))
            }
        }
    }
}
