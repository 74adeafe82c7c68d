import Binding

/// A service that knows which user names are taken.
package protocol NameService: Sendable {
    /// Whether a name may be taken, without asking the service. If not, it is free.
    func mayBeTaken(_ name: String) -> Bool

    /// Whether a name is taken, once. The request begins with the subscription, and is cancelled with it.
    func isTaken(_ name: String) -> Observable<Bool>
}

extension LocalDirectory: NameService {
    /// A member's user name is the initial and the last word: Grace Hopper is ghopper.
    private static let names = Set(
        members.map { member in
            (member.prefix(1) + (member.split(separator: " ").last ?? "")).lowercased()
        })

    /// The first two letters of each name.
    private static let index = Set(names.map { $0.prefix(2) })

    package func mayBeTaken(_ name: String) -> Bool { Self.index.contains(name.lowercased().prefix(2)) }

    package func isTaken(_ name: String) -> Observable<Bool> {
        Observable<Int>.timer(LocalService<String>.delay, scheduler: scheduler)
            .map { _ in Self.names.contains(name.lowercased()) }
    }
}
