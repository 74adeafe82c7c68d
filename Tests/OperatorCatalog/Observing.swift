import Binding
import TestSupport

extension Operators {
    mutating func addObserving() {
        entry("do")
        gives("< on 1 after 1 | after | > disposed 1 |") { numbers in
            lines { line in
                text(
                    numbers.take(1).do(
                        onNext: { line("on \($0)") }, afterNext: { line("after \($0)") }, onCompleted: { line("|") },
                        afterCompleted: { line("after |") }, onSubscribe: { line("<") }, onSubscribed: { line(">") },
                        onDispose: { line("disposed") }))
            }
        }
        givesShared("< on 1 after 1 | after | > disposed 1 |") { numbers in
            lines { line in
                text(
                    numbers.take(1).do(
                        onNext: { line("on \(onMain($0))") }, afterNext: { line("after \(onMain($0))") },
                        onCompleted: { line(onMain("|")) }, afterCompleted: { line(onMain("after |")) },
                        onSubscribe: { line(onMain("<")) }, onSubscribed: { line(onMain(">")) },
                        onDispose: { line("disposed") }))
            }
        }
        use({ $0.do(onNext: { _ in }) }, shared: { $0.do(onNext: { _ = onMain($0) }) })
        use(of: "do(afterNext:)", { $0.do(afterNext: { _ in }) }, shared: { $0.do(afterNext: { _ = onMain($0) }) })

        entry("debug")
        gives("a -> next(1) 1 |") { numbers in lines("next") { text(numbers.take(1).debug("a", write: $0)) } }
        givesShared("a -> next(1) 1 |") { numbers in lines("next") { text(numbers.take(1).debug("a", write: $0)) } }
        gives("OperatorCatalog/Obse 1 |") { numbers in lines("next") { text(numbers.take(1).debug(write: $0)) } }
        givesShared("OperatorCatalog/Obse 1 |") { numbers in lines("next") { text(numbers.take(1).debug(write: $0)) } }
        use {
            $0.debug("", write: { _ in })
        } shared: {
            $0.debug("", write: { _ in })
        }

        entry("values")
        gives("AsyncThrowingStream<Int, Error>") { "\(type(of: $0.values))" }
        givesShared("AsyncStream<Int>") { "\(type(of: $0.values))" }
    }
}

/// The beginnings of the lines that a closure writes, if they contain a word, and its result.
@MainActor
private func lines(_ word: String = "", _ body: (@escaping @Sendable (String) -> Void) -> String) -> String {
    let written = Recorder<String>()
    let result = body { if word.isEmpty || $0.contains(word) { written(String($0.prefix(20))) } }
    return (written.elements + [result]).joined(separator: " ")
}
