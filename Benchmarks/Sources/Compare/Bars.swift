/// The goals for a case: at most so many times the floor, or at least so many times as fast; at least so many times as
/// fast as OpenCombine; at most so many nanoseconds.
struct Bar {
    let work: String
    let atMostTimesFloor: Double?
    let atLeastTimesFasterThanFloor: Double?
    let atLeastTimesFaster: Double?
    let atMostNanoseconds: Double?

    private init(
        _ work: String, floor: Double? = nil, fasterThanFloor: Double? = nil, peer: Double? = nil,
        nanoseconds: Double? = nil
    ) {
        self.work = work
        atMostTimesFloor = floor
        atLeastTimesFasterThanFloor = fasterThanFloor
        atLeastTimesFaster = peer
        atMostNanoseconds = nanoseconds
    }

    /// The bars, each with the name of its case.
    static let all = [
        Bar("@Bindable → drive, to 1", floor: 3, peer: 5),
        Bar("@Bindable → drive, to 1,000", floor: 1.5, peer: 20),
        Bar("@ViewAction → emit, to 1", floor: 3, peer: 5),
        Bar("map, filter, map on a Driver", floor: 4, peer: 5),
        Bar("map, filter, map on an Observable", floor: 4, peer: 5),
        Bar("combineLatest of 2 on Drivers", floor: 3),
        Bar("flatMapLatest on Observables", peer: 3),
        Bar("subscribe and dispose", peer: 6),
        Bar("subscribe and dispose beside 100,000", peer: 8),
        Bar("subscribe and dispose beside 100,000, against alone", floor: 1.3),
        Bar("create a property, bind, set, dispose", peer: 5),
        Bar("map on a Driver, made, kept and not bound", floor: 1.5),
        Bar("map, filter, map on a Driver, bound and disposed of", peer: 2),
        Bar("=> to a control's property, to 1", peer: 3.5),
        Bar("map of a @Mutable, bound on the main actor, against that of a @Bindable", floor: 1.8),
        Bar("map of a @Mutable, bound on the main actor and disposed of, against that of a @Bindable", floor: 2),
        Bar("an action through a UnioStream, scan and map to a Driver", peer: 3),
        Bar("a view model of 10 properties: create, bind to 10 controls, set each, drop both", floor: 1.5, peer: 4.5),
        Bar("a two-way edit", floor: 1.7),
        Bar("an edit through a lens, two levels deep", floor: 2),
        Bar("an edit through a converter, against none", floor: 1.5),
        Bar("an edit of a validated field with three rules", floor: 3.7),
        Bar("an edit in a form of 50 fields, against 5", floor: 3),
        Bar("a reset of a form of 1,000 rows, one of them edited, against making it", floor: 0.6),
        Bar("an edit of one of 50 lenses on a relay, for each of the others", nanoseconds: 60),
        Bar("appending 100,000 elements one by one to an observed array", floor: 3),
        Bar("an action through a OneWay, no tracer", peer: 3),
        Bar("an action through a OneWay, traced", nanoseconds: 1_000),
        Bar("an action through a OneWay, traced, and its changes read, against reflection by hand", floor: 1.2),
        Bar("an action through a OneWay, not traced, against no tracer", floor: 1.1),
        Bar("an action on one of 1,000 rows with an effect each, against none", floor: 2),
        Bar("an action on one of 10,000 bound rows, against none", floor: 2),
        Bar("replacing a row of 100,000 while a copy is held, against an array", fasterThanFloor: 200),
        Bar("inserting a row and removing it of 100,000 while a copy is held, against an array", fasterThanFloor: 200),
        Bar("appending 100,000 rows one by one that nobody else holds, against an array", floor: 5),
        Bar("reading a row of 100,000 at random, beyond an array's", nanoseconds: 80),
        Bar("reading a row in a page of 100 of 100,000", nanoseconds: 40),
        Bar("walking through 100,000 rows, against an array", floor: 2),
        Bar("for in, 100,000, against an array", floor: 2),
        Bar("reduce, 100,000, against an array", floor: 2),
        Bar("contains, 100,000, against an array", floor: 2),
        Bar("map, 100,000, against an array", floor: 2),
        Bar("a slice, 100,000, against an array", floor: 3),
        Bar("reversed, 100,000, against an array", floor: 2.5),
        Bar("map of rows, 100,000, against an array", floor: 2),
        Bar("writing each of 100,000 numbers by index, against an array", floor: 10),
        Bar("writing each of 100,000 rows by index, against an array", floor: 10),
        // A row is compared before a closure is called for it: the closures here do less than that.
        Bar("a quarter of 100,000 rows changed at once, mapped, against starting over", floor: 1.3),
        Bar("a quarter of 100,000 rows changed at once, mapped without nil, against starting over", floor: 1.4),
        Bar("a quarter of 100,000 rows changed at once, filtered, against starting over", floor: 1.2),
        Bar("a quarter of 100,000 rows changed at once, sorted, against starting over", floor: 1.2),
        Bar("a quarter of 100,000 rows changed at once, summed, against starting over", floor: 1.3),
        Bar("a quarter of 100,000 rows changed at once, reversed, against starting over", floor: 1.2),
        Bar("a quarter of 100,000 rows changed at once, grouped, against starting over", floor: 1.2),
        Bar("a quarter of 100,000 rows changed at once, made unique, against starting over", floor: 1.3),
        Bar("a quarter of 100,000 rows changed at once, intersected, against starting over", floor: 1.4),
        Bar("a quarter of 100,000 rows changed at once, joined, against starting over", floor: 1.6),
        Bar("a quarter of 100,000 rows changed at once, flattened, against starting over", floor: 5),
        Bar("finding 1,000 edits among 100,000 rows, each against those of 10", floor: 2),
        Bar(
            "an edit of 100,000 rows, filtered and sorted, against arrays made and compared anew",
            fasterThanFloor: 2_000),
        Bar(
            "an edit of 100,000 numbers, filtered and sorted, against arrays made and compared anew",
            fasterThanFloor: 500),
        Bar("an edit of 100,000 rows, filtered and sorted, against 1,000", floor: 5),
        Bar("the edits between two arrays of 100,000, 1 % changed, against hashing all identities once", floor: 1),
        Bar(
            "the edits between an array of 100,000 and itself shuffled, against hashing all identities once", floor: 30),
    ]

    static func of(_ work: String) -> Bar? { all.first { $0.work == work } }

    /// The factor by which a ratio may miss its bar before the run fails. The machines that this runs on are noisy.
    static let tolerance = 1.5
}
