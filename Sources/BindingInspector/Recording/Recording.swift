import Binding
import Glibc

/// What has been recorded. Everything in here is accessed under the lock of the ``BindingInspector``.
struct Recording {
    var ring: EventRing
    private(set) var nodes: [NodeRecord?] = [nil]
    private var made: UInt64 = 0
    private var changes: UInt64 = 0
    private var free: [UInt32] = []
    /// Nodes that are gone, the first one the longest: they are described for a while, because events name them.
    private var gone: [UInt32] = []
    private static let mostGone = 4_096

    private var sources: [ObjectIdentifier: UInt32] = [:]
    private var controls: [ObjectIdentifier: [String: UInt32]] = [:]
    private var noted = WeakTable<UInt32>()
    /// What objects are called by those that hold them.
    private var labels = WeakTable<String>()
    /// The bindings that disposables end.
    private var bindings = WeakTable<[NodeRecord]>()
    /// The number of nodes at which those whose objects are gone are looked for.
    private var mostNodes = 1_024
    /// Objects that were looked at, to be released outside of the lock.
    private let borrowed = Borrowed()
    private var unplaced: [(thread: UInt, step: UInt32)] = []

    private final class Borrowed {
        var objects: [AnyObject] = []

        func exists(_ object: AnyObject?) -> Bool {
            guard let object else { return false }
            objects.append(object)
            return true
        }
    }

    init(capacity: Int) {
        ring = EventRing(capacity: capacity)
    }

    // MARK: Nodes

    /// Grows with each node that is made or goes, and with each event.
    var revision: UInt64 { changes &+ ring.next }

    func node(_ number: UInt32) -> NodeRecord? { number == 0 ? nil : nodes[Int(number)] }

    /// The node of an event, if that node is still known.
    func node(of event: EventRecord) -> NodeRecord? { node(event.node, at: event.number) }

    /// The same by the number of the event.
    func node(ofEvent number: UInt64) -> NodeRecord? { ring.node(of: number).flatMap { node($0, at: number) } }

    private func node(_ number: UInt32, at event: UInt64) -> NodeRecord? {
        guard let node = node(number), event >= node.birth else { return nil }
        return node
    }

    mutating func takeBorrowed() -> [AnyObject] {
        if borrowed.objects.isEmpty { return [] }
        defer { borrowed.objects = [] }
        return borrowed.objects
    }

    /// Whether an object exists, which is released outside of the lock.
    func exists(_ object: AnyObject?) -> Bool { borrowed.exists(object) }

    /// The identity of a node's object, if that exists.
    func identity(of node: NodeRecord) -> ObjectIdentifier? {
        let object = node.object
        return exists(object) ? object.map { ObjectIdentifier($0) } : nil
    }

    /// What there is now, in the order in which it was made.
    var live: [NodeRecord] {
        nodes.compactMap { $0 }.filter { !$0.isGone && $0.isListed && ($0.isStep || exists($0.object)) }
            .sorted { $0.order < $1.order }
    }

    /// What there is, and what there was and is still described.
    var described: [NodeRecord] { nodes.compactMap { $0 }.filter(\.isListed).sorted { $0.order < $1.order } }

    /// The steps and sources that are gone, and are still described.
    var ended: [NodeRecord] { gone.compactMap { node($0) } }

    private mutating func add(_ kind: NodeRecord.Kind) -> NodeRecord {
        if nodes.count - free.count >= mostNodes { sweep() }
        let number = free.popLast() ?? UInt32(nodes.count)
        made += 1
        let new = NodeRecord(number, kind, order: made, birth: ring.next)
        new.isIgnored = Inspection.isIgnoring
        if !new.isIgnored { changes += 1 }
        if Int(number) == nodes.count { nodes.append(new) } else { nodes[Int(number)] = new }
        return new
    }

    private mutating func sweep() {
        for node in nodes.compactMap({ $0 }) where !node.isStep && !node.isGone && !exists(node.object) {
            leave(node.number)
        }
        mostNodes = max(1_024, (nodes.count - free.count - gone.count) * 2 + Self.mostGone)
    }

    mutating func source(_ object: AnyObject, _ kind: Any.Type, at place: () -> SourcePlace?) -> UInt32 {
        if let number = sources[ObjectIdentifier(object)] {
            if node(number)?.object === object { return number }
            // Another object has its address.
            leave(number)
        }
        let new = add(.source(kind))
        new.object = object
        new.place = place()
        sources[ObjectIdentifier(object)] = new.number
        return new.number
    }

    mutating func control(_ object: AnyObject, _ property: PropertyName, isSecret: Bool) -> UInt32 {
        let key = ObjectIdentifier(object)
        if let number = controls[key]?[property.key] {
            if node(number)?.object === object { return number }
            leave(number)
        }
        let new = add(.control(property))
        new.object = object
        new.name = Self.name(of: property.shown, of: label(of: object) ?? NodeNames.type(type(of: object)))
        new.isSecret = isSecret
        new.leadsToSecret = isSecret
        controls[key, default: [:]][property.key] = new.number
        return new.number
    }

    /// Names controls after the properties that hold them.
    mutating func nameControls(in objects: [(object: AnyObject, name: String)]) {
        for (object, name) in objects where label(object, name) {
            for number in (controls[ObjectIdentifier(object)] ?? [:]).values {
                guard let node = node(number), node.object === object, case .control(let property) = node.kind
                else { continue }
                node.name = Self.name(of: property.shown, of: name)
            }
        }
    }

    private static func name(of property: String, of object: String) -> String {
        property.isEmpty ? object : "\(object).\(property)"
    }

    mutating func note(_ object: AnyObject, as node: UInt32) {
        noted.set(node, for: object, borrowed.exists)
    }

    func node(noted object: AnyObject) -> UInt32 { noted[object] ?? 0 }

    /// Notes the name of the property in which an object is found first.
    ///
    /// - Returns: Whether it is that.
    private mutating func label(_ object: AnyObject, _ text: String) -> Bool {
        if labels[object] != nil { return false }
        labels.set(text, for: object, borrowed.exists)
        return true
    }

    func label(of object: AnyObject) -> String? { labels[object] }

    mutating func note(reads: [AnyObject], of number: UInt32) {
        guard let node = node(number) else { return }
        node.reads = reads.compactMap { object in
            let known = self.node(noted: object)
            return known != 0 ? known : sources[ObjectIdentifier(object)]
        }
        keepSecrets(of: node)
    }

    mutating func step(_ step: InspectedStep.Description) -> UInt32 {
        let new = add(.step("\(step.function)"))
        new.source = step.source
        new.outer = step.outer
        new.isBinding = step.isBinding
        new.counter = step.counter
        new.target = step.target
        keepSecrets(of: new)
        if new.isIgnored { return new.number }
        if step.isBinding {
            if unplaced.count > 1_000 { unplaced.removeFirst(500) }
            unplaced.append((step.thread, new.number))
        }
        return new.number
    }

    mutating func connect(_ source: UInt32, to step: UInt32) {
        guard let step = node(step) else { return }
        step.source = source
        keepSecrets(of: step)
    }

    mutating func note(_ disposable: AnyObject, endsBinding step: UInt32) {
        if let node = node(step) { note([node], endedBy: disposable) }
    }

    mutating func note(_ part: AnyObject, isPartOf whole: AnyObject) {
        if let bindings = bindings[part] { note(bindings, endedBy: whole) }
    }

    private mutating func note(_ steps: [NodeRecord], endedBy disposable: AnyObject) {
        bindings.set((bindings[disposable] ?? []) + steps, for: disposable, borrowed.exists)
    }

    mutating func place(_ place: SourcePlace, ofBindingsEndedBy disposable: AnyObject) -> Bool {
        guard let steps = bindings[disposable] else { return false }
        self.place(steps, at: place)
        return true
    }

    mutating func endLine(on thread: UInt, at place: SourcePlace?) {
        if let place { self.place(unplaced.filter { $0.thread == thread }.compactMap { node($0.step) }, at: place) }
        unplaced.removeAll { $0.thread == thread }
    }

    private mutating func place(_ steps: [NodeRecord], at place: SourcePlace) {
        for step in steps where step.place == nil { step.place = place }
        changes += 1
    }

    /// Notes that nothing can happen at a node any more.
    mutating func leave(_ number: UInt32, because event: UInt64 = 0) {
        guard let node = node(number), !node.isGone else { return }
        node.isGone = true
        if !node.isIgnored { changes += 1 }
        node.goneTime = Self.now
        node.goneEvent = ring.next
        node.endingEvent = event
        gone.append(number)
        if gone.count > Self.mostGone { forgetFirst(Self.mostGone / 2) }
    }

    private mutating func forgetFirst(_ count: Int) {
        let numbers = Set(gone.prefix(count))
        // Unless another object has its place.
        sources = sources.filter { !numbers.contains($0.value) }
        controls = controls.compactMapValues { properties in
            let rest = properties.filter { !numbers.contains($0.value) }
            return rest.isEmpty ? nil : rest
        }
        // Nobody knows then that they are secret.
        let secrets = numbers.compactMap { node($0) }.filter(\.isSecret).map { ($0.number, $0.birth) }
        let births = Dictionary(uniqueKeysWithValues: secrets)
        if !births.isEmpty { ring.hideValues { event in births[event.node].map { event.number >= $0 } ?? false } }
        for number in numbers {
            nodes[Int(number)] = nil
            free.append(number)
        }
        gone.removeFirst(count)
    }

    // MARK: Events

    mutating func begin(_ event: InspectedEvent) -> UInt64 {
        let number = ring.next
        let node = node(event.node)
        if event.cause == Inspection.ignored { return Inspection.ignored }
        if node?.isIgnored == true {
            // A stage between a control and its observer is known only once it sends.
            if let former = ring[event.cause], let stage = self.node(of: former), isStage(stage) {
                stage.isIgnored = true
            }
            return Inspection.ignored
        }
        let cause = cause(of: event, at: node)
        ring.append(
            EventRecord(
                number: number, kind: event.kind, node: event.node, value: event.value, cause: cause,
                thread: event.thread, start: Self.now, duration: nil))
        guard let node else { return number }
        if node.count > 0, event.value != .unknown, node.lastValue == event.value { node.equalCount += 1 }
        node.last = number
        node.lastValue = event.value
        node.count += 1
        switch event.kind {
        case .sent where event.number != 0:
            if node.accepted.count >= 64 { node.accepted.removeFirst(32) }
            node.accepted.append((event.number, number))
        case .completed: node.end = "it has completed"
        case .failed: node.end = "it has failed: \(event.value.text ?? "")"
        default: break
        }
        if let outer = self.node(node.outer) { outer.lastOfInputs = number }
        if let source = self.node(node.source), source.last == 0 {
            source.initialValue = event.value
        }
        learn(from: number, event, at: node, cause)
        return number
    }

    /// What an event says about its nodes: which binding sets a control, and what must not be shown.
    private mutating func learn(
        from number: UInt64, _ event: InspectedEvent, at node: NodeRecord, _ cause: UInt64
    ) {
        guard let source = self.node(ofEvent: cause) else { return }
        // Nobody knew at the time, as it subscribed later.
        if case .step = source.kind, source.outer == 0, !source.isBinding, case .step = node.kind, node.source == 0 {
            source.outer = node.number
            node.lastOfInputs = cause
        }
        if node.isControl, source.isBinding, source.target == 0 { source.target = node.number }
        if !ring.hasValue(cause) { ring.change(cause) { $0.value = event.value } }
        // What is computed from others is secret if it has read something secret.
        if source.isSecret, event.kind != .derived { keepSecret(node) }
        guard node.leadsToSecret else { return }
        var next = ring[cause]
        while let event = next, let node = self.node(of: event) {
            keepSecret(leadingTo: node)
            next = ring[event.cause]
        }
    }

    /// The event that another one follows from.
    ///
    /// What runs on the thread says it, if that is one of the node's inputs. Otherwise the value was queued, and its number
    /// says which one it is; or time has passed in an operator, and it is the last value that it has received.
    private func cause(of event: InspectedEvent, at node: NodeRecord?) -> UInt64 {
        guard let node else { return event.cause }
        switch event.kind {
        case .received, .initial, .completed, .failed:
            if let former = self.node(ofEvent: event.cause), isInput(former, of: node) {
                return event.cause
            }
            let source = self.node(node.source)
            if let source, event.number != 0, let sent = source.accepted.last(where: { $0.number == event.number }) {
                return sent.event
            }
            if let source, source.last != 0 { return source.last }
            if node.lastOfInputs != 0 { return node.lastOfInputs }
            if let source, source.lastOfInputs != 0 { return source.lastOfInputs }
            return event.cause
        case .derived:
            let read = node.reads.compactMap { self.node($0)?.last }.max() ?? 0
            return read != 0 ? read : event.cause
        case .sent, .edited, .shown, .action:
            return event.cause
        }
    }

    private func isInput(_ former: NodeRecord, of node: NodeRecord) -> Bool {
        former.number == node.source || former.outer == node.number || (node.source != 0 && former.outer == node.source)
    }

    mutating func end(_ number: UInt64) {
        let time = Self.now
        var duration: UInt64 = 0
        ring.change(number) { event in
            duration = time - event.start
            event.duration = duration
        }
        guard let node = node(ofEvent: number) else { return }
        node.nanoseconds += duration
        node.longest = max(node.longest, duration)
    }

    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
