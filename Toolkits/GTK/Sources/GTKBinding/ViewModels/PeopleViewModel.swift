import Binding
import BindingCollections
import BindingOperators

/// A person in a long list.
struct Person: Identifiable, Sendable, Equatable {
    let id: Int
    let name: String
    let city: String
    let year: Int
    /// The text that queries are searched in.
    let key: String

    init(id: Int, name: String, city: String, year: Int) {
        (self.id, self.name, self.city, self.year) = (id, name, city, year)
        key = "\(name) \(city)".lowercased()
    }
}

/// The view model of a long list: a hundred thousand people, filtered by a query, in an order that may change as well.
@MainActor
final class PeopleViewModel: BindingContext {
    /// The key that the list is ordered by, and the direction.
    struct Sorting: Sendable, Equatable {
        enum Key: String, Sendable {
            case name, city, year
        }

        var key = Key.name
        var isAscending = true
    }

    /// How long the user has to pause in typing before the list is filtered.
    static let pause = Duration.milliseconds(120)

    let disposeBag = DisposeBag()

    // What the user enters.
    @Mutable var query = ""
    @Mutable var sorting = Sorting()

    // What the view model reports.
    @Bindable private(set) var people: TreeArray<Person>

    /// The selected person. If a person is filtered out, they are selected again when they come back.
    let selection = Selection<Person.ID>(.single, whenRemoved: .keep)

    /// The people who match the query, in order, and their changes.
    private(set) lazy var shown: ListUpdates<Person> = $people.updates()
        .filter(by: wanted) { $1.isEmpty || $0.key.contains($1) }
        .sorted(by: order)

    /// The number of people shown, as a text.
    private(set) lazy var summary: Driver<String> = shown.rows.map { [count = people.count] shown in
        shown.count == count ? "\(count) people" : "\(shown.count) of \(count)"
    }

    /// The selected person, as a text.
    private(set) lazy var details: Driver<String> = selection.row(in: shown).map { person in
        person.map { "\($0.name), born in \($0.city) in \($0.year)" } ?? "nobody is selected"
    }

    private let scheduler: any Scheduler

    /// The query, once the user has paused in typing.
    private var wanted: Driver<String> {
        $query.asDriver().map { $0.lowercased() }.debounce(Self.pause, scheduler: scheduler).distinctUntilChanged()
            .startWith("")
    }

    private var order: Driver<RowOrder<Person>> {
        $sorting.asDriver().map { sorting in
            switch (sorting.key, sorting.isAscending) {
            case (.name, true): .ascending(\.name)
            case (.name, false): .descending(\.name)
            case (.city, true): .ascending(\.city).then(.ascending(\.name))
            case (.city, false): .descending(\.city).then(.ascending(\.name))
            case (.year, true): .ascending(\.year).then(.ascending(\.name))
            case (.year, false): .descending(\.year).then(.ascending(\.name))
            }
        }
    }

    /// Makes a view model for a list.
    ///
    /// - Parameters:
    ///   - people: The people in the list.
    ///   - scheduler: The scheduler that measures the time between key presses.
    init(people: TreeArray<Person>, scheduler: any Scheduler) {
        self.people = people
        self.scheduler = scheduler
        binding { selection.follow(shown) }
    }
}

extension TreeArray where Element == Person {
    /// Invented people, the same at each call.
    static func invented(_ count: Int) -> Self {
        let first = [
            "Ada", "Grace", "Radia", "Barbara", "Adele", "Frances", "Jean", "Margaret", "Sophie", "Karen", "Annie",
        ]
        let last = [
            "Lovelace", "Hopper", "Perlman", "Liskov", "Goldberg", "Allen", "Bartik", "Hamilton", "Wilson", "Jones",
        ]
        let cities = [
            "Aarhus", "Bern", "Córdoba", "Dakar", "Essen", "Fukuoka", "Graz", "Hanoi", "Izmir", "Jena", "Kyiv",
        ]
        return TreeArray(
            (0..<count).map { number in
                // Numbers without a common divisor, so that all combinations occur.
                let mixed = number &* 7_919
                return Person(
                    id: number, name: "\(first[mixed % first.count]) \(last[mixed / 11 % last.count]) \(number)",
                    city: cities[mixed / 110 % cities.count], year: 1900 + mixed % 101)
            })
    }
}
