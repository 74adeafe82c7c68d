extension ObservableType {
    /// The same sequence, with a line of text for each thing that happens to it: a subscription, a value, the end, a
    /// disposal.
    ///
    /// - Parameters:
    ///   - label: What each line begins with.
    ///   - write: Takes each line. Unless said, lines go to ``BindingDiagnostics/debugSink`` with the time and the thread.
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
}
