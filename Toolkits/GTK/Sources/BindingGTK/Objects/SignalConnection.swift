import CGTK

extension GObject {
    /// Calls a closure whenever a signal is emitted, for signals that `rx` does not have.
    ///
    /// - Parameters:
    ///   - signal: The signal's name, such as `clicked` or `notify::text`.
    ///   - handler: Called on the main actor with the signal's arguments. It is released with the object at the latest.
    ///     It must not hold the object itself, or both leak.
    /// - Returns: A closure that disconnects. Calling it again, or after the object has gone, does nothing.
    @discardableResult
    public final func connect(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void
    ) -> @MainActor () -> Void {
        open(signal) { arguments, _ in handler(arguments) }
    }

    /// Answers a signal that asks whether it has been handled, for signals that `rx` does not have.
    ///
    /// - Parameters:
    ///   - signal: The signal's name, such as `close-request`.
    ///   - handler: Called on the main actor with the signal's arguments; see ``connect(_:_:)``.
    /// - Returns: A closure that disconnects.
    @discardableResult
    public final func answer(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool
    ) -> @MainActor () -> Void {
        open(signal) { arguments, result in
            let answer = handler(arguments)
            if let result { g_value_set_boolean(result, answer ? 1 : 0) }
        }
    }

    /// Answers a signal that asks for a number.
    ///
    /// - Parameters:
    ///   - signal: The signal's name, such as `command-line`.
    ///   - handler: Called on the main actor with the signal's arguments.
    /// - Returns: A closure that disconnects.
    @discardableResult
    final func answerNumber(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Int32
    ) -> @MainActor () -> Void {
        open(signal) { arguments, result in
            let answer = handler(arguments)
            if let result { g_value_set_int(result, answer) }
        }
    }

    /// Answers a signal that asks for flags.
    ///
    /// - Parameters:
    ///   - signal: The signal's name, such as `motion`.
    ///   - handler: Called on the main actor with the signal's arguments.
    /// - Returns: A closure that disconnects.
    @discardableResult
    final func answerFlags(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> UInt32
    ) -> @MainActor () -> Void {
        open(signal) { arguments, result in
            let answer = handler(arguments)
            if let result { g_value_set_flags(result, answer) }
        }
    }

    /// Answers a signal that asks for an object.
    ///
    /// - Parameters:
    ///   - signal: The signal's name, such as `prepare`.
    ///   - handler: Called on the main actor with the signal's arguments. Returns a C object with a reference for the
    ///     caller; `nil` for none.
    /// - Returns: A closure that disconnects.
    @discardableResult
    final func provide(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> UnsafeMutableRawPointer?
    ) -> @MainActor () -> Void {
        open(signal) { arguments, result in
            if let result, let object = handler(arguments) { g_value_take_object(result, object) }
        }
    }

    private func open(_ signal: String, _ handler: @escaping SignalHandler.Body) -> @MainActor () -> Void {
        let handler = SignalHandler(raw, handler)
        let data = Unmanaged.passRetained(handler).toOpaque()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
        g_closure_add_finalize_notifier(closure, data, SignalHandler.finalize)
        g_closure_set_marshal(closure, SignalHandler.marshal)
        let number = g_signal_connect_closure(raw, signal, closure, 0)
        require(
            number != 0,
            "connect: \(String(cString: g_type_name_from_instance(typed()))) has no signal '\(signal)'")
        // Holds neither the object nor its closure.
        return { [weak handler] in handler?.disconnect(number) }
    }
}

/// The handler of a signal, held by the C closure and so by the object.
@MainActor
private final class SignalHandler {
    typealias Body = @MainActor (SignalArguments, _ result: UnsafeMutablePointer<GValue>?) -> Void

    private let body: Body
    /// The object, while it holds the handler.
    private var raw: UnsafeMutableRawPointer?

    init(_ raw: UnsafeMutableRawPointer, _ body: @escaping Body) {
        self.raw = raw
        self.body = body
    }

    func disconnect(_ number: gulong) {
        guard let raw else { return }
        self.raw = nil
        g_signal_handler_disconnect(raw, number)
    }

    /// One function for all signals, whatever their arguments.
    static let marshal: GClosureMarshal = { closure, result, count, arguments, _, _ in
        nonisolated(unsafe) let (result, arguments) = (result, arguments)
        let handler = Unmanaged<SignalHandler>.fromOpaque(closure!.pointee.data).takeUnretainedValue()
        MainActor.assumeIsolated {
            handler.body(
                SignalArguments(values: UnsafeBufferPointer(start: arguments! + 1, count: Int(count) - 1)), result)
        }
    }

    static let finalize: GClosureNotify = { data, _ in
        let handler = Unmanaged<SignalHandler>.fromOpaque(data!).takeRetainedValue()
        MainActor.assumeIsolated { handler.raw = nil }
    }
}
