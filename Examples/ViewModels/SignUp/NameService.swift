import Binding

/// Knows the user names that others have.
package protocol NameService: Sendable {
    /// Whether a name may be somebody's, as far as that is known without asking. What may not be is free.
    func mayBeTaken(_ name: String) -> Bool

    /// Whether a name is somebody's, once. The question begins with the subscription, and is given up with it.
    func isTaken(_ name: String) -> Observable<Bool>
}

extension LocalDirectory: NameService {
    /// A member's name is the initial and the last word: Grace Hopper is ghopper.
    private static let names = Set(
        members.map { member in
            (member.prefix(1) + (member.split(separator: " ").last ?? "")).lowercased()
        })

    /// The index has the first two letters of each name.
    private static let index = Set(names.map { $0.prefix(2) })

    package func mayBeTaken(_ name: String) -> Bool { Self.index.contains(name.lowercased().prefix(2)) }

    package func isTaken(_ name: String) -> Observable<Bool> {
        Observable<Int>.timer(LocalService<String>.delay, scheduler: scheduler)
            .map { _ in Self.names.contains(name.lowercased()) }
    }
}
