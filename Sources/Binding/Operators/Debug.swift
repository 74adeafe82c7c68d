extension ObservableType {
    /// The same sequence, with a line of text for each thing that happens to it: a subscription, a value, the end, a
    /// disposal.
    ///
    /// - Parameters:
    ///   - label: The beginning of each line.
    ///   - write: Takes each line. By default, lines go to ``BindingDiagnostics/debugSink`` with the time and the
    ///     thread.
    public func debug(
        _ label: String, write: (@Sendable (String) -> Void)? = nil
    ) -> Observable<Element> {
        let write = write ?? BindingDiagnostics.debug
        return self.do(
            onNext: { write("\(label) -> next(\($0))") },
            onError: { write("\(label) -> error(\($0))") },
            onCompleted: { write("\(label) -> completed") },
            onSubscribe: { write("\(label) -> subscribed") },
            onDispose: { write("\(label) -> disposed") })
    }

    /// The same sequence, with a line of text for each thing that happens to it, beginning with the place in the
    /// source, as in `Shop/Search.swift:12 (bind())`.
    ///
    /// - Parameters:
    ///   - write: Takes each line. By default, lines go to ``BindingDiagnostics/debugSink`` with the time and the
    ///     thread.
    ///   - file: The module and the file.
    ///   - line: The line.
    ///   - function: The function.
    public func debug(
        write: (@Sendable (String) -> Void)? = nil,
        file: String = #fileID, line: UInt = #line, function: String = #function
    ) -> Observable<Element> {
        debug("\(file):\(line) (\(function))", write: write)
    }
}
