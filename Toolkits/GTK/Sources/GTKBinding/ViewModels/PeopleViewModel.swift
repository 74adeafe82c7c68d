import Binding
import BindingCollections
import BindingOperators

/// Somebody in a long list.
struct Person: Identifiable, Sendable, Equatable {
    let id: Int
    let name: String
    let city: String
    let year: Int
    /// What a query is looked for in.
    let key: String

    init(id: Int, name: String, city: String, year: Int) {
        (self.id, self.name, self.city, self.year) = (id, name, city, year)
        key = "\(name) \(city)".lowercased()
    }
}

/// What the long list is about: a hundred thousand people, of whom those are shown that match what has been typed, in an order that
/// may change as well.
@MainActor
final class PeopleViewModel: BindingContext {
    /// What the list is ordered by, and in which direction.
    struct Sorting: Sendable, Equatable {
        enum Key: String, Sendable {
            case name, city, year
        }

        var key = Key.name
        var isAscending = true
    }

    /// How long a user has to stop typing before others are shown.
    static let pause = Duration.milliseconds(120)

    let disposeBag = DisposeBag()

    // What the user enters.
    @Mutable var query = ""
    @Mutable var sorting = Sorting()

    // What the view model says.
    @Bindable private(set) var people: TreeArray<Person>

    /// Who is selected, of those who are shown. Whoever is filtered out is selected again when they come back.
    let selection = Selection<Person.ID>(.single, whenRemoved: .keep)

    /// Those who are shown, in their order, and what changes of them.
    private(set) lazy var shown: ListUpdates<Person> = $people.updates()
        .filter(by: wanted) { $1.isEmpty || $0.key.contains($1) }
        .sorted(by: order)

    /// How many are shown, in a few words.
    private(set) lazy var summary: Driver<String> = shown.rows.map { [count = people.count] shown in
        shown.count == count ? "\(count) people" : "\(shown.count) of \(count)"
    }

    /// Who is selected, in a few words.
    private(set) lazy var details: Driver<String> = selection.row(in: shown).map { person in
        person.map { "\($0.name), born in \($0.city) in \($0.year)" } ?? "nobody is selected"
    }

    private let scheduler: any Scheduler

    /// What is looked for, once its user has stopped typing.
    private var wanted: Driver<String> {
        $query.asDriver().map { $0.lowercased() }.debounce(Self.pause, scheduler: scheduler).distinctUntilChanged()
            .startWith("")
    }

    private var order: Driver<SortOrder<Person>> {
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

    /// Makes the view model of a list.
    ///
    /// - Parameters:
    ///   - people: Who is in it.
    ///   - scheduler: What counts the time between two keys.
    init(people: TreeArray<Person>, scheduler: any Scheduler) {
        self.people = people
        self.scheduler = scheduler
        binding { selection.follow(shown) }
    }
}

extension TreeArray where Element == Person {
    /// Invented people, the same ones each time.
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
                // Numbers without a common divisor, so that all combinations come.
                let mixed = number &* 7_919
                return Person(
                    id: number, name: "\(first[mixed % first.count]) \(last[mixed / 11 % last.count]) \(number)",
                    city: cities[mixed / 110 % cities.count], year: 1900 + mixed % 101)
            })
    }
}
