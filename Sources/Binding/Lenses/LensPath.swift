/// How a part is found in a value, and changed there.
struct LensPath<Root: Sendable, Part: Sendable>: Sendable {
    private enum Way: Sendable {
        /// In the memory of the value, so far from its beginning: a stored property of a structure, or one of such a one.
        case stored(offset: Int)
        case computed(
            get: @Sendable (Root) -> Part, update: @Sendable (inout Root, _ change: (inout Part) -> Bool) -> Bool)
    }

    private let way: Way

    init(
        get: @escaping @Sendable (Root) -> Part,
        update: @escaping @Sendable (inout Root, _ change: (inout Part) -> Bool) -> Bool
    ) {
        way = .computed(get: get, update: update)
    }

    private init(offset: Int) {
        way = .stored(offset: offset)
    }

    init(_ keyPath: WritableKeyPath<Root, Part> & Sendable) {
        // None where the property is computed or observed.
        if let offset = MemoryLayout<Root>.offset(of: keyPath) {
            self.init(offset: offset)
        } else {
            self.init(
                get: { $0[keyPath: keyPath] }, update: { root, change in change(&root[keyPath: keyPath]) })
        }
    }

    /// The part.
    func get(_ root: Root) -> Part {
        switch way {
        case .stored(let offset): withUnsafePointer(to: root) { Self.pointer(to: offset, in: $0).pointee }
        case .computed(let get, _): get(root)
        }
    }

    /// Has a closure change the part in place, or a copy of it where it is gone.
    ///
    /// The closure says whether the change is to be stored, and so does the function: where it is not, the value is the one
    /// that it was.
    func update(_ root: inout Root, _ change: (inout Part) -> Bool) -> Bool {
        switch way {
        case .stored(let offset):
            withUnsafeMutablePointer(to: &root) { root in
                change(&UnsafeMutablePointer(mutating: Self.pointer(to: offset, in: root)).pointee)
            }
        case .computed(_, let update): update(&root, change)
        }
    }

    private static func pointer(to offset: Int, in root: UnsafePointer<Root>) -> UnsafePointer<Part> {
        (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Part.self)
    }

    /// Whether a part of a value is known to be the same to the bit as another one, which takes no copy of it.
    func isIdentical(in root: Root, to part: Part) -> Bool {
        guard case .stored(let offset) = way else { return false }
        return withUnsafeBytes(of: root) { root in
            withUnsafeBytes(of: part) { part in
                isSameMemory(UnsafeRawBufferPointer(rebasing: root[offset..<offset + part.count]), part)
            }
        }
    }

    /// The way to a part of the part.
    func then<Deeper: Sendable>(_ next: LensPath<Part, Deeper>) -> LensPath<Root, Deeper> {
        if case .stored(let offset) = way, case .stored(let further) = next.way {
            return .init(offset: offset + further)
        }
        return .init(get: { next.get(get($0)) }, update: { root, change in update(&root) { next.update(&$0, change) } })
    }
}

extension LensPath where Root == Part? {
    /// What is there, or a default.
    init(or defaultValue: Part) {
        self.init(
            get: { $0 ?? defaultValue },
            update: { root, change in
                if root != nil { return change(&root!) }
                var part = defaultValue
                guard change(&part) else { return false }
                root = part
                return true
            })
    }
}

/// A part of a relay's value, whatever the relay's type.
protocol LensFocus<Value>: Sendable {
    associatedtype Value: Sendable

    var value: Value { get }
    /// The relay's core.
    var source: AnyBroadcaster { get }
    /// Has a closure change the part as one step of the relay, unless it says that nothing is to be stored.
    func update(_ change: (inout Value) -> Bool)
    func asObservable() -> Observable<Value>
    func asDriver() -> Driver<Value>
    /// The part as a side of a two-way binding.
    func end(_ equality: PartEquality<Value>) -> TwoWayEnd<Value>
    func then<Part: Sendable>(_ path: LensPath<Value, Part>) -> Lens<Part>
}

/// A relay and the way to a part of its value.
struct PathFocus<Root: Sendable, Value: Sendable>: LensFocus {
    let relay: BehaviorRelay<Root>
    let path: LensPath<Root, Value>

    var value: Value { path.get(relay.value) }

    var source: AnyBroadcaster { relay.broadcaster }

    func update(_ change: (inout Value) -> Bool) {
        var root = relay.broadcaster.borrow()
        if path.update(&root, change) {
            relay.broadcaster.giveBack(root)
        } else {
            relay.broadcaster.restore(root)
        }
    }

    func asObservable() -> Observable<Value> { relay.asObservable().part { path.get($0) } }

    func asDriver() -> Driver<Value> { .init(sharing: asObservable()) }

    func end(_ equality: PartEquality<Value>) -> TwoWayEnd<Value> { LensEnd(relay, path, equality) }

    func then<Part: Sendable>(_ path: LensPath<Value, Part>) -> Lens<Part> {
        Lens(relay, self.path.then(path))
    }
}

extension Observable {
    /// A part of each value; where parts can be compared, those that differ from the one before.
    func part<Part>(_ get: @escaping @Sendable (Element) -> Part) -> Observable<Part> {
        guard let equality = PartEquality(Part.self) else { return map(get) }
        return Observable<Part> { down, subscription in
            let lifetime = subscription.lifetime
            let last = SubscriptionLocal<Part?>(nil)
            let sink = down.receiving { (element: Element) in
                let part = get(element)
                if let former = last.value, equality.areSame(former, part) { return }
                if lifetime.isEnded { return }
                last.value = part
                down.next(part)
            }
            attach(sink, subscription)
        }
    }
}
