import Binding
import CGTK
import Synchronization

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

/// Returns the library's warnings during an operation.
@MainActor
func bindingWarnings(during body: @MainActor () throws -> Void) rethrows -> [String] {
    let texts = Mutex<[String]>([])
    let former = BindingDiagnostics.handler
    BindingDiagnostics.handler = { warning in texts.withLock { $0.append("\(warning)") } }
    defer { BindingDiagnostics.handler = former }
    try body()
    return texts.withLock { $0 }
}

private final class Warnings {
    var texts: [String] = []
}
