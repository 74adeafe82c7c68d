// accept
// A request is answered if the closure returns an answer, and observed if it returns nothing.

import Binding
import BindingOperators

@MainActor final class Window: ReactiveCompatible {
    var asking: (@MainActor (String) -> Bool)?
}

extension Reactive where Base: Window {
    var closeRequest: ControlRequest<String, Bool> {
        controlRequest(default: true) { window, ask in
            window.asking = ask
            return { [weak window] in window?.asking = nil }
        }
    }

    var plainRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { window, ask in
            window.asking = { _ in ask(()) }
            return { [weak window] in window?.asking = nil }
        }
    }
}

@MainActor final class View: BindingContext {
    let disposeBag = DisposeBag()
    var mayClose = true
    var count = 0
    let reasons = PublishRelay<String>()

    func answer(_ reason: String) -> Bool { mayClose }
    func note(_ reason: String) { count += 1 }

    init(_ window: Window, _ dialog: Window?) {
        binding {
            window.rx.closeRequest => { [weak self] _ in self?.mayClose ?? true }
            window.rx.closeRequest => { $0 != "quit" }
            window.rx.closeRequest => answer
            window.rx.closeRequest => { [weak self] reason in
                guard let self else { return true }
                count += 1
                return mayClose
            }
            window.rx.plainRequest => { [weak self] in self?.mayClose ?? true }
            window.rx.plainRequest => { _ in false }
            dialog?.rx.closeRequest => { _ in false }
            window.rx.closeRequest.answer(with: self) { view, _ in view.mayClose }
            window.rx.closeRequest => { [weak self] _ in self?.count += 1 }
            window.rx.closeRequest => { [weak self] reason in
                print(reason)
                self?.count += 1
            }
            window.rx.closeRequest => note
            window.rx.closeRequest => reasons
            window.rx.closeRequest.map { $0.count } => { print($0) }
            window.rx.plainRequest => { print("asked") }
        }
    }
}
