/// A way through all parts of a form, each of which it visits once, also if several forms have it.
@MainActor
struct FormWalk {
    private static var last: UInt32 = 0

    let number: UInt32

    init() {
        Self.last &+= 1
        number = Self.last
    }
}
