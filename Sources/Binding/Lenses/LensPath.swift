/// Finds a part in the memory of a value, and changes it there.
@usableFromInline
enum LensWay<Part: Sendable>: Sendable {
    /// At an offset from the beginning of the value: a stored property of a structure, or of a nested one.
    case stored(offset: Int)
    case computed(
        get: @Sendable (UnsafeRawPointer) -> Part,
        update: @Sendable (UnsafeMutableRawPointer, _ change: (inout Part) -> Bool) -> Bool)

    /// Where the part is, if it is a stored property.
    @inlinable
    var offset: Int? { if case .stored(let offset) = self { offset } else { nil } }

    /// The part.
    @inlinable
    func get(_ root: UnsafeRawPointer) -> Part {
        switch self {
        case .stored(let offset): (root + offset).assumingMemoryBound(to: Part.self).pointee
        case .computed(let get, _): get(root)
        }
    }

    /// Calls a closure that changes the part in place, or a copy of it if it is gone.
    ///
    /// Both the closure and the function return whether the change is stored. If not, the value is unchanged.
    @inlinable
    func update(_ root: UnsafeMutableRawPointer, _ change: (inout Part) -> Bool) -> Bool {
        switch self {
        case .stored(let offset): change(&(root + offset).assumingMemoryBound(to: Part.self).pointee)
        case .computed(_, let update): update(root, change)
        }
    }

    /// Whether a part of a value is known to be bitwise identical to another one, found out without a copy of it.
    @inlinable
    func isIdentical(in root: UnsafeRawPointer, to part: Part) -> Bool {
        guard case .stored(let offset) = self else { return false }
        return withUnsafeBytes(of: part) { part in
            isSameMemory(UnsafeRawBufferPointer(start: root + offset, count: part.count), part)
        }
    }

    /// The path to a part of the part.
    func then<Deeper: Sendable>(_ next: LensWay<Deeper>) -> LensWay<Deeper> {
        if case .stored(let offset) = self, case .stored(let further) = next {
            return .stored(offset: offset + further)
        }
        return .computed(
            get: { root in withUnsafePointer(to: get(root)) { next.get($0) } },
            update: { root, change in
                update(root) { part in withUnsafeMutablePointer(to: &part) { next.update($0, change) } }
            })
    }
}

/// Finds a part in a value of a known type, and changes it there.
@usableFromInline
struct LensPath<Root: Sendable, Part: Sendable>: Sendable {
    @usableFromInline let way: LensWay<Part>

    @inlinable
    init(_ way: LensWay<Part>) {
        self.way = way
    }

    @inlinable
    init(
        get: @escaping @Sendable (Root) -> Part,
        update: @escaping @Sendable (inout Root, _ change: (inout Part) -> Bool) -> Bool
    ) {
        self.init(
            .computed(
                get: { get($0.assumingMemoryBound(to: Root.self).pointee) },
                update: { update(&$0.assumingMemoryBound(to: Root.self).pointee, $1) }))
    }

    @usableFromInline
    init(_ keyPath: WritableKeyPath<Root, Part> & Sendable) {
        // There is no offset if the property is computed or has observers.
        if let offset = MemoryLayout<Root>.offset(of: keyPath) {
            self.init(.stored(offset: offset))
        } else {
            self.init(
                get: { $0[keyPath: keyPath] }, update: { root, change in change(&root[keyPath: keyPath]) })
        }
    }
}

extension LensPath where Root == Part? {
    /// The value, or a default if it is `nil`.
    @usableFromInline
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

extension Observable {
    /// A part of each value; if parts are `Equatable`, only those that differ from the one before.
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
