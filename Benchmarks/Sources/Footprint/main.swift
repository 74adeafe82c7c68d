import Binding
import BindingCollections
import BindingForms
import BindingOperators
import CountedAllocations
import Glibc
import OpenCombine

// Without working counts, the rest is meaningless.
let before = countedAllocations()
let block = UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 16)
let after = countedAllocations()
block.deallocate()
guard after.allocations == before.allocations + 1, after.liveBytes >= before.liveBytes + 1_000 else {
    print("allocations are not counted here")
    fatalError()
}

final class Label: ReactiveCompatible {
    var number = 0
}

@MainActor
func report(_ footprints: [Footprint]) {
    for footprint in footprints { print(footprint.line) }
}

print(Footprint.head)
let relay = BehaviorRelay(value: 0)
let driver = relay.asDriver()
let observable = relay.asObservable()
let subject = CurrentValueSubject<Int, Never>(0)
let label = Label()

final class Field: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = 0
}

extension Reactive where Base: Field {
    var text: ControlProperty<Int> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

let fields = (0..<1_000).map { _ in Field() }
let property = Footprint("property, @Bindable of an Int") { Bindable(wrappedValue: $0) }
let twoWay = Footprint("binding, <=> to a control, and its property") {
    Mutable(wrappedValue: 0).projectedValue <=> fields[$0].rx.text
}
let combination = Footprint("binding through combineLatest of 2, Drivers") { _ in
    Driver.combineLatest(driver, driver).drive(onNext: { _ in })
}
let switching = Footprint("binding through flatMapLatest, Observable") { _ in
    observable.flatMapLatest { _ in observable }.subscribe(onNext: { _ in })
}
let validated = Footprint("field, @Validated(as: .integer) with a rule") {
    Validated(wrappedValue: $0, as: .integer, .in(0...1_000))
}
report([
    validated,
    Footprint("field, @Validated of a text without rules") { _ in Validated(wrappedValue: "") },
    property,
    Footprint("property, @Mutable of an Int") { Mutable(wrappedValue: $0) },
    Footprint("property, @ViewAction of an Int") { _ in ViewAction<Int>() },
    Footprint("property, OpenCombine's CurrentValueSubject") { CurrentValueSubject<Int, Never>($0) },
    Footprint("binding, drive(onNext:)") { _ in driver.drive(onNext: { _ in }) },
    Footprint("binding, subscribe(onNext:)") { _ in observable.subscribe(onNext: { _ in }) },
    Footprint("binding, => to a control's property") { _ in driver => label.rx.number },
    twoWay,
    Footprint("binding, OpenCombine's sink") { _ in subject.sink { _ in } },
    Footprint("binding through map, Observable") { _ in observable.map { $0 + 1 }.subscribe(onNext: { _ in }) },
    Footprint("binding through map, Driver") { _ in driver.map { $0 + 1 }.drive(onNext: { _ in }) },
    Footprint("binding through map, OpenCombine") { _ in subject.map { $0 + 1 }.sink { _ in } },
    Footprint("binding through filter, Driver") { _ in driver.filter { $0 > 0 }.drive(onNext: { _ in }) },
    Footprint("binding through distinctUntilChanged, Driver") { _ in
        driver.distinctUntilChanged().drive(onNext: { _ in })
    },
    combination,
    switching,
])

let unread = Footprint("derived value, never read") { number in DerivedValue { relay.value + number } }
let shared = (0..<1_010).map { number in DerivedValue { relay.value + number } }
let read = Footprint("derived value, read") { number in
    let derived = DerivedValue { relay.value + number }
    _ = derived.value
    return derived
}
var next = 0
for derived in shared { _ = derived.value }
let firstObserver = Footprint("the first observer of a derived value that has been read") { _ in
    defer { next += 1 }
    return shared[next].asDriver().drive(onNext: { _ in })
}
report([unread, read, firstObserver])

let driven = Bindable(wrappedValue: 0)
let binding = driven.projectedValue.drive(onNext: { _ in })
let mapped = Bindable(wrappedValue: 0)
let mappedBinding = mapped.projectedValue.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.drive(onNext: { _ in })
let observed = subject.sink { _ in }
report([
    Footprint(ofDoing: "value, @Bindable → drive") { driven.wrappedValue = $0 },
    Footprint(ofDoing: "value through map, filter, map on a Driver") { mapped.wrappedValue = $0 },
    Footprint(ofDoing: "value, OpenCombine") { subject.send($0) },
    Footprint(ofDoing: "drive and dispose") { _ in driver.drive(onNext: { _ in }).dispose() },
    Footprint(ofDoing: "sink and cancel, OpenCombine") { _ in subject.sink { _ in }.cancel() },
])
withExtendedLifetime((binding, mappedBinding, observed)) {}

struct Line {
    let id: Int
    var name: String
    var amount = 0
    var isDone = false
}

let lines = (0..<100_000).map { Line(id: $0, name: "line \($0)") }
let array = Footprint("row of 40 bytes, Array, appended to", parts: lines.count) { _ in
    lines.reduce(into: [Line]()) { $0.append($1) }
}
let trees = [
    Footprint("row of 40 bytes, TreeArray, appended to", parts: lines.count) { _ in
        lines.reduce(into: TreeArray<Line>()) { $0.append($1) }
    },
    Footprint("row of 40 bytes, TreeArray, made of an array", parts: lines.count) { _ in TreeArray(lines) },
    Footprint("row of 40 bytes, TreeArray, inserted at random", parts: lines.count) { _ in
        lines.reduce(into: TreeArray<Line>()) { $0.insert($1, at: ($1.id &* 7_919) % ($0.count + 1)) }
    },
]
report([array] + trees)
if validated.bytes > 900 {
    print("\nbroken: a \(validated.what) takes more than 900 bytes")
    exit(1)
}
if property.bytes > 160 {
    print("\nbroken: a \(property.what) takes more than 160 bytes")
    exit(1)
}
if twoWay.bytes > 1_100 || twoWay.allocations > 14 {
    print("\nbroken: a \(twoWay.what) takes more than 1,100 bytes, or 14 allocations")
    exit(1)
}
if combination.bytes > 750 || combination.allocations > 13.5 {
    print("\nbroken: a \(combination.what) takes more than 750 bytes, or 13 allocations")
    exit(1)
}
if switching.bytes > 1_050 || switching.allocations > 18.5 {
    print("\nbroken: a \(switching.what) takes more than 1,050 bytes, or 18 allocations")
    exit(1)
}
for tree in trees where tree.bytes > 1.5 * array.bytes {
    print("\nbroken: a \(tree.what) takes more than 1.5 times what it takes in an array")
    exit(1)
}
