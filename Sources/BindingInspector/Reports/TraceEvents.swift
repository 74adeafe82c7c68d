import Glibc

extension BindingInspector {
    /// The recorded events in the format that [Perfetto](https://ui.perfetto.dev) and `chrome://tracing` open: a track for
    /// the main actor and one for each thread, with an arrow from a cause to an effect that came later or elsewhere.
    public var traceEvents: String { withRecording { $0.traceEvents } }
}

extension Recording {
    fileprivate var traceEvents: String {
        let process = getpid()
        let events = ring.all(from: ring.first)
        let threads = Set(events.map(\.thread)).sorted()
        // Threads are known by addresses: numbers are easier to read.
        let tracks = Dictionary(uniqueKeysWithValues: threads.enumerated().map { ($1, $1 == 0 ? 1 : $0 + 2) })
        var entries = threads.map { thread in
            let name = thread == 0 ? "main actor" : "thread \(tracks[thread] ?? 0)"
            return JSON.object([
                ("name", .text("thread_name")), ("ph", .text("M")), ("pid", .number(Double(process))),
                ("tid", .number(Double(tracks[thread] ?? 0))), ("args", .object([("name", .text(name))])),
            ])
        }
        var followers: [UInt64: EventRecord] = [:]
        for event in events where followers[event.cause] == nil { followers[event.cause] = event }
        var titles: [UInt64: String] = [:]
        for event in events {
            titles[event.number] = title(of: event, followers[event.number].map { [$0] } ?? [])
        }
        for event in events {
            let common: [(String, JSON)] = [
                ("pid", .number(Double(process))), ("tid", .number(Double(tracks[event.thread] ?? 0))),
            ]
            guard let title = titles[event.number] else { continue }
            let start = Double(event.start) / 1_000
            entries.append(
                .object(
                    [
                        ("name", .text(title)), ("cat", .text("\(event.kind)")), ("ph", .text("X")),
                        ("ts", .number(start)), ("dur", .number(Double(event.duration ?? 0) / 1_000)),
                    ] + common))
            var next = ring[event.cause]
            while let former = next, titles[former.number] == nil { next = ring[former.cause] }
            guard let cause = next, !cause.encloses(event) else { continue }
            entries += [(cause, "s"), (event, "f")].map { end, phase in
                .object(
                    [
                        ("name", .text("leads to")), ("cat", .text("cause")), ("ph", .text(phase)), ("bp", .text("e")),
                        ("id", .number(Double(event.number))), ("ts", .number(Double(end.start) / 1_000)),
                        ("pid", .number(Double(process))), ("tid", .number(Double(tracks[end.thread] ?? 0))),
                    ])
            }
        }
        return JSON.object([("traceEvents", .array(entries)), ("displayTimeUnit", .text("ms"))]).text
    }
}

extension EventRecord {
    /// Whether another event happened within this one, on the same thread.
    fileprivate func encloses(_ other: EventRecord) -> Bool {
        thread == other.thread && duration.map { other.start <= start + $0 } ?? true
    }
}

/// As much of JSON as the reports need.
enum JSON {
    case text(String)
    case number(Double)
    case array([JSON])
    case object([(String, JSON)])
    case null

    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .number(let number):
            text += number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .text(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(name, to: &text)
                text += ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            // So that the text can stand in a page: it cannot end a script there.
            case "<": text += "\\u003c"
            case _ where scalar.value < 0x20 || scalar == "\u{2028}" || scalar == "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
