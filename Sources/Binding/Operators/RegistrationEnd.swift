import Observation

/// Cancels a registration with Observation.
///
/// Observation reports the next change of anything that was read, once, and offers no way to cancel that: the
/// registration stays with the models until one of them changes. So each evaluation reads a property of this object as
/// well, and a change of that one ends the registration.
final class RegistrationEnd: Observation.Observable, Sendable {
    private let registrar = ObservationRegistrar()

    private var property: Void { () }

    func access() { registrar.access(self, keyPath: \.property) }

    func tell() { registrar.willSet(self, keyPath: \.property) }
}
