import Binding
import TestSupport

/// What a sequence sends when it is subscribed to.
func events<Element>(of sequence: some ObservableConvertibleType<Element>) -> [String] {
    let recorder = Recorder<Element>()
    _ = sequence.asObservable().subscribe(recorder)
    return recorder.log
}
