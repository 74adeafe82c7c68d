import Binding
import Testing

/// Checks an observer that sends to the source of an operator: it gets its own values later, one at a time.
///
/// - Parameter operate: Applies the operator, which must pass each number on unchanged.
package func expectReentrantSendsInOrder(
    sourceLocation: SourceLocation = #_sourceLocation, _ operate: (Observable<Int>) -> Observable<Int>
) {
    let subject = PublishSubject<Int>()
    let log = Recorder<String>()
    let subscription = operate(subject.asObservable()).subscribe(onNext: { value in
        log("begin \(value)")
        if value < 3 { subject.onNext(value + 1) }
        log("end \(value)")
    })
    subject.onNext(1)
    #expect(
        log.elements == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"],
        sourceLocation: sourceLocation)
    subscription.dispose()
}

/// The logs of what an operator makes of each of several sources.
package func logs<Element, Output: Sendable>(
    of sources: Observable<Element>..., operate: (Observable<Element>) -> Observable<Output>
) -> [[String]] {
    sources.map { source in
        let recorder = Recorder<Output>()
        _ = operate(source).subscribe(recorder)
        return recorder.log
    }
}
