import Binding

/// Finds members by parts of their names.
///
/// A search that is no longer wanted is cancelled by disposing of its subscription. A service with an asynchronous
/// interface fits in as `.async { try await api.members(matching: query) }`, whose call is cancelled in the same way.
package protocol DirectoryService: Sendable {
    /// The names that match `query`, once, or an error. The search begins with the subscription.
    func search(_ query: String) -> Observable<[String]>
}

/// A directory within the program.
package struct LocalDirectory: DirectoryService {
    package static let members = [
        "Ada Lovelace", "Adele Goldberg", "Alan Turing", "Barbara Liskov", "Donald Knuth", "Edsger Dijkstra",
        "Frances Allen", "Grace Hopper", "Hedy Lamarr", "Katherine Johnson", "Margaret Hamilton", "Radia Perlman",
        "Sophie Wilson", "Tony Hoare", "石井 裕",
    ]

    private let service: LocalService<String>
    let scheduler: any Scheduler

    /// Makes a directory.
    ///
    /// - Parameter scheduler: The scheduler that measures the time of a search.
    package init(scheduler: any Scheduler) {
        self.scheduler = scheduler
        service = LocalService("directory", of: Self.members, scheduler: scheduler) { $0 }
    }

    package func search(_ query: String) -> Observable<[String]> { service.search(query) }
}
