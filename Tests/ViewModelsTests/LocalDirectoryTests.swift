import Binding
import BindingTesting
import TestSupport
import Testing
import ViewModels

@Suite("Local directory")
struct LocalDirectoryTests {
    private let scheduler = TestScheduler()

    /// The result of a search, with the milliseconds that it took.
    private func search(_ query: String, in directory: LocalDirectory) -> [Recorded<Event<[String]>>] {
        let start = scheduler.clock
        let observer = scheduler.createObserver([String].self)
        let subscription = directory.search(query).subscribe(observer)
        scheduler.advance(by: 1_000)
        subscription.dispose()
        return observer.events.map { Recorded(time: $0.time - start, value: $0.value) }
    }

    @Test(
        "A search finds the names with the query in them, after 600 milliseconds",
        arguments: [
            ("ad", ["Ada Lovelace", "Adele Goldberg", "Radia Perlman"]), ("HOPPER", ["Grace Hopper"]),
            ("a l", ["Ada Lovelace", "Barbara Liskov"]), ("裕", ["石井 裕"]), ("zz", []), ("0", []),
            ("0grace", ["Grace Hopper"]), ("grace 0", ["Grace Hopper"]),
        ])
    func matches(query: String, names: [String]) {
        let directory = LocalDirectory(scheduler: scheduler)
        expectEqual(search(query, in: directory), [.next(600, names), .completed(600)])
    }

    @Test("A query with fail in it fails each time")
    func failing() {
        let directory = LocalDirectory(scheduler: scheduler)
        for _ in 0..<3 {
            expectEqual(search("FailOver", in: directory), [.error(600, ServiceError.noAnswer(from: "directory"))])
        }
    }

    @Test("A query with a digit fails so many times, by itself and in each directory")
    func busy() {
        let names = ["Tony Hoare"]
        for _ in 0..<2 {
            let directory = LocalDirectory(scheduler: scheduler)
            expectEqual(search("tony2", in: directory), [.error(600, ServiceError.busy("directory"))])
            expectEqual(search("tony1", in: directory), [.error(600, ServiceError.busy("directory"))])
            expectEqual(search("tony2", in: directory), [.error(600, ServiceError.busy("directory"))])
            expectEqual(search("tony2", in: directory), [.next(600, names), .completed(600)])
            expectEqual(search("tony2", in: directory), [.next(600, names), .completed(600)])
            expectEqual(search("tony1", in: directory), [.next(600, names), .completed(600)])
        }
    }

    @Test("A search that is given up is not counted")
    func givenUp() {
        let directory = LocalDirectory(scheduler: scheduler)
        let subscription = directory.search("tony1").subscribe(onNext: { _ in })
        scheduler.advance(by: 599)
        subscription.dispose()
        expectEqual(search("tony1", in: directory), [.error(600, ServiceError.busy("directory"))])
    }
}
