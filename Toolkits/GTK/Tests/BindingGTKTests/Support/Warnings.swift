import CGTK

/// Returns GLib's warnings during an operation.
@MainActor
func warnings(during body: @MainActor () throws -> Void) rethrows -> [String] {
    let warnings = Warnings()
    let former = g_log_set_default_handler(
        { _, _, message, warnings in
            let text = message.map { String(cString: $0) } ?? ""
            Unmanaged<Warnings>.fromOpaque(warnings!).takeUnretainedValue().texts.append(text)
        }, Unmanaged.passUnretained(warnings).toOpaque())
    defer { _ = g_log_set_default_handler(former, nil) }
    try body()
    return warnings.texts
}

private final class Warnings {
    var texts: [String] = []
}
