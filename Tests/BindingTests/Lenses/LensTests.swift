import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

struct PostalAddress: Sendable, Equatable {
    var city = ""
    var street = ""
}

struct MemberAccount: Sendable, Equatable {
    var name = ""
    var nickname: String?
    var address = PostalAddress()
    var visits = 0
    var initial: String { String(name.prefix(1)) }
    /// Uppercases the text that it is set to.
    var code = "" {
        didSet { code = code.uppercased() }
    }
}

struct MemberRow: Sendable, Equatable, Identifiable {
    let id: Int
    var title: String
}

struct SearchQuery: Sendable, Equatable {
    var filter = ""
    var value = 0
    var map = "world"
}

struct Pamphlet: Sendable {
    var opaque = Opaque(text: "")
    var pages = 0
}

@MainActor
final class MemberViewModel {
    @Mutable var account = MemberAccount()
    @Mutable var query = SearchQuery()
    @Mutable var items = [MemberRow(id: 1, title: "one"), MemberRow(id: 2, title: "two")]
    @Bindable var results: [MemberRow] = []
    @ViewAction var saved: (MemberRow) -> Void
}

@Suite("Lenses: the lines of the specification")
@MainActor
struct LensTests {
    let viewModel = MemberViewModel()
    let field = TextField()
    let bag = DisposeBag()

    @Test("a part of a relay, both ways")
    func part() {
        viewModel.account.name = "Ada"
        bag.insert(viewModel.$account.name <=> field.rx.text)
        expectEqual(field.text, "Ada")
        field.type("Grace")
        expectEqual(viewModel.account.name, "Grace")
        viewModel.account.name = "Emmy"
        expectEqual(field.text, "Emmy")
    }

    @Test("a part of a part")
    func partOfAPart() {
        bag.insert(viewModel.$account.address.city <=> field.rx.text)
        field.type("Turin")
        expectEqual(viewModel.account.address, PostalAddress(city: "Turin"))
        viewModel.account.address = PostalAddress(city: "Pisa", street: "Via")
        expectEqual(field.text, "Pisa")
    }

    @Test("a part that may be missing")
    func missing() {
        bag.insert(viewModel.$account.nickname.or("none") <=> field.rx.text)
        expectEqual(field.text, "none")
        #expect(viewModel.account.nickname == nil)
        field.type("Lady")
        expectEqual(viewModel.account.nickname, "Lady")
        viewModel.account.nickname = nil
        expectEqual(field.text, "none")
        let relay = BehaviorRelay<String?>(value: nil)
        relay.or("").value = "set"
        expectEqual(relay.value, "set")
        relay.or("").modify { $0 += "!" }
        expectEqual(relay.value, "set!")
    }

    @Test("what can only be read is a driver")
    func readOnly() {
        var counts: [Int] = []
        let count: Driver<Int> = viewModel.$account.name.count
        let initial: Driver<String> = viewModel.$account.initial
        bag.insert(count => { counts.append($0) })
        bag.insert(initial => field.rx.text)
        viewModel.account.name = "Ada"
        viewModel.account.visits = 1
        viewModel.account.name = "Eva"
        expectEqual(counts, [0, 3])
        expectEqual(field.text, "E")
    }

    @Test("on drivers and signals, too")
    func sequences() {
        var states: [Bool] = []
        var titles: [String] = []
        let isEmpty: Driver<Bool> = viewModel.$results.isEmpty
        let title: Signal<String> = viewModel.$saved.title
        bag.insert(isEmpty => { states.append($0) })
        bag.insert(title => { titles.append($0) })
        viewModel.results = [MemberRow(id: 1, title: "")]
        viewModel.results = [MemberRow(id: 2, title: "")]
        viewModel.results = []
        expectEqual(states, [true, false, true])
        viewModel.saved(MemberRow(id: 1, title: "same"))
        viewModel.saved(MemberRow(id: 2, title: "same"))
        expectEqual(titles, ["same", "same"])
    }

    @Test("a part whose name is that of an operator or a member, by key path")
    func byKeyPath() {
        bag.insert(viewModel.$query[\.filter] <=> field.rx.text)
        field.type("x")
        expectEqual(viewModel.query.filter, "x")
        // The member takes precedence.
        expectEqual(viewModel.$query.value, SearchQuery(filter: "x"))
        expectEqual(viewModel.$query[\.value].value, 0)
        var maps: [String] = []
        bag.insert(viewModel.$query.asDriver()[\.map] => { maps.append($0) })
        expectEqual(maps, ["world"])
    }

    @Test("an element by its identity")
    func element() throws {
        let row = try #require(viewModel.$items.element(id: 2))
        #expect(viewModel.$items.element(id: 3)?.value == nil)
        bag.insert(row.title <=> field.rx.text)
        field.type("II")
        expectEqual(viewModel.items[1].title, "II")
        viewModel.items.insert(MemberRow(id: 7, title: "seven"), at: 0)
        viewModel.items[2].title = "deux"
        expectEqual(field.text, "deux")
        viewModel.items.reverse()
        field.type("zwei")
        expectEqual(viewModel.items.map(\.title), ["zwei", "one", "seven"])
    }

    @Test("an element that is gone keeps its value, and a write changes nothing and notifies nobody; it may come back")
    func elementGoneAndBack() throws {
        let row = try #require(viewModel.$items.element(id: 2))
        let told = Recorder<[MemberRow]>()
        expectEqual(row.value.title, "two")
        viewModel.items.removeLast()
        bag.insert(viewModel.$items.subscribe(told))
        expectEqual(row.value.title, "two")
        row.value.title = "lost"
        row.title.value = "lost"
        row.title.modify { $0 += "!" }
        expectEqual(row.title.modify { $0.count }, 3)
        expectEqual(row.value.title, "two")
        expectEqual(told.elements, [[MemberRow(id: 1, title: "one")]])
        viewModel.items.insert(MemberRow(id: 2, title: "back"), at: 0)
        expectEqual(row.title.value, "back")
        row.title.value = "here"
        expectEqual(viewModel.items[0].title, "here")
        // As with a part of a missing part, it is not created.
        let list = BehaviorRelay<[MemberRow]?>(value: [MemberRow(id: 1, title: "one")])
        let lens = try #require(list.or([]).element(id: 1))
        list.accept(nil)
        lens.title.value = "x"
        #expect(list.value == nil)
    }

    @Test("an element that is gone, and a control")
    func elementGoneAndControl() throws {
        let row = try #require(viewModel.$items.element(id: 2))
        bag.insert(row.title <=> field.rx.text)
        let former = viewModel.items
        viewModel.items = []
        expectEqual(field.text, "two")
        field.type("nowhere")
        #expect(viewModel.items.isEmpty)
        viewModel.items = former
        expectEqual(field.text, "two")
        field.type("again")
        expectEqual(viewModel.items[1].title, "again")
    }

    @Test("an element that stays is found without a search")
    func elementWithoutSearch() throws {
        let relay = BehaviorRelay(value: (0..<1_000).map { Compared(id: Compared.Key(number: $0)) })
        let row = try #require(relay.element(id: Compared.Key(number: 900)))
        Compared.count.value = 0
        for text in ["a", "b", "c"] { row.text.value = text }
        expectEqual(row.text.value, "c")
        #expect(Compared.count.value < 20)
    }

    @Test("a part that is Equatable is sent only when it has changed, another one each time")
    func changes() {
        let names = Recorder<String>()
        bag.insert(viewModel.$account.name.subscribe(names))
        viewModel.account.visits += 1
        viewModel.account.name = "Ada"
        viewModel.account.visits += 1
        expectEqual(names.elements, ["", "Ada"])
        let relay = BehaviorRelay(value: Pamphlet())
        let parts = Recorder<String>()
        bag.insert(relay.opaque.map(\.text).subscribe(parts))
        relay.pages.value += 1
        expectEqual(parts.elements, ["", ""])
    }

    @Test("a number that is none is no change")
    func notANumber() {
        let relay = BehaviorRelay(value: Extent(height: .nan, width: 0))
        var heights = 0
        bag.insert(relay.height => { _ in heights += 1 })
        relay.width.value = 1
        expectEqual(heights, 1)
    }

    @Test("value, modify, asDriver, asObservable, accept")
    func members() throws {
        let name = viewModel.$account.name
        name.value = "Ada"
        let count = name.modify { text in
            text += "!"
            return text.count
        }
        expectEqual(count, 4)
        #expect(throws: TestError.self) {
            try name.modify { text in
                text = "thrown"
                throw TestError("")
            }
        }
        expectEqual(viewModel.account.name, "thrown")
        name.accept("accepted")
        let recorder = Recorder<String>()
        bag.insert(name.asObservable().subscribe(recorder))
        var driven: [String] = []
        bag.insert(name.asDriver().drive(onNext: { driven.append($0) }))
        name.value = "next"
        expectEqual(recorder.elements, ["accepted", "next"])
        expectEqual(driven, ["accepted", "next"])
    }

    @Test("a target of whatever a relay is a target of")
    func target() {
        let source = BehaviorRelay(value: "Ada")
        let lens = viewModel.$account.name
        bag.insert(source => lens)
        expectEqual(viewModel.account.name, "Ada")
        bag.insert(source => viewModel.$account.nickname)
        expectEqual(viewModel.account.nickname, "Ada")
        bag.insert(source.map { $0 + "!" } => viewModel.$account.address.city)
        bag.insert(source.bind(to: viewModel.$account.address.street))
        bag.insert(source.asDriver().drive(viewModel.$account.code))
        source.accept("Eva")
        expectEqual(viewModel.account.address, PostalAddress(city: "Eva!", street: "Eva"))
        expectEqual(viewModel.account.code, "EVA")
        let other = PublishRelay<String>()
        bag.insert(other.asSignal().emit(to: lens), other => viewModel.$account.nickname)
        other.accept("Emmy")
        expectEqual(lens.value, "Emmy")
        expectEqual(viewModel.account.nickname, "Emmy")
        bag.insert(field.rx.text => viewModel.$query[\.filter])
        field.type("typed")
        expectEqual(viewModel.query.filter, "typed")
    }

    @Test("C8: threads that write to two parts lose nothing")
    func concurrentWrites() async {
        let relay = BehaviorRelay(value: Pair(first: 0, second: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        if number.isMultiple(of: 2) {
                            relay[\.first].modify { $0 += 1 }
                        } else {
                            relay.second.modify { $0 += 1 }
                        }
                    }
                }
            }
        }
        expectEqual(relay.value.first, 2_000)
        expectEqual(relay.value.second, 2_000)
    }

    @Test("C5: what a write displaces dies when the relay can be read again")
    func displaced() {
        let relay = BehaviorRelay(value: Holder(held: nil))
        let seen = Shared(0)
        relay.held.value = Dying { seen.value += relay.value.number + 1 }
        relay.held.value = nil
        expectEqual(seen.value, 1)
    }

    @Test("a large array that is changed in place is not copied")
    func inPlace() {
        let relay = BehaviorRelay(value: Numbers(numbers: [1, 2, 3]))
        let before = relay.numbers.modify { numbers in
            numbers.reserveCapacity(10)
            return numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        let after = relay.numbers.modify { numbers in
            numbers.append(4)
            return numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        expectEqual(before, after)
        expectEqual(relay.value.numbers, [1, 2, 3, 4])
    }
}

private struct Extent: Sendable {
    var height: Double
    var width: Double
}

private struct Pair: Sendable {
    var first: Int
    var second: Int
}

private struct Numbers: Sendable {
    var numbers: [Int]
}

struct Compared: Identifiable, Sendable {
    static let count = Shared(0)

    struct Key: Hashable, Sendable {
        let number: Int

        static func == (left: Key, right: Key) -> Bool {
            Compared.count.value += 1
            return left.number == right.number
        }
    }

    let id: Key
    var text = ""
}

private struct Holder: Sendable {
    var held: Dying?
    var number = 0
}

private final class Dying: Sendable {
    let last: @Sendable () -> Void

    init(_ last: @escaping @Sendable () -> Void) { self.last = last }

    deinit { last() }
}
