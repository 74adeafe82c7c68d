import Binding

/// Finds members by parts of their names.
///
/// A search that is no longer wanted is given up when its subscription is disposed of. A service with an asynchronous
/// interface fits in as `.async { try await api.members(matching: query) }`, whose call is cancelled in the same way.
protocol DirectoryService: Sendable {
    /// The names that match `query`, once, or an error. The search begins with the subscription.
    func search(_ query: String) -> Observable<[String]>
}

/// Why a directory has found nothing.
enum DirectoryError: Error, Equatable, CustomStringConvertible {
    case noAnswer
    case busy

    var description: String {
        switch self {
        case .noAnswer: "the directory does not answer"
        case .busy: "the directory is busy"
        }
    }
}
