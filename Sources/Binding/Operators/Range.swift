extension Observable where Element: FixedWidthInteger {
    /// Consecutive numbers, and the end.
    ///
    /// See [ReactiveX: Range](https://reactivex.io/documentation/operators/range.html).
    ///
    /// - Parameters:
    ///   - start: The first.
    ///   - count: How many. They end before they overflow.
    public static func range(start: Element, count: Int) -> Observable {
        Observable { down, subscription in
            let lifetime = subscription.lifetime
            var next: Element? = start
            var remaining = count
            while let number = next, remaining > 0, !lifetime.isEnded {
                down.next(number)
                let (following, overflows) = number.addingReportingOverflow(1)
                next = overflows ? nil : following
                remaining -= 1
            }
            if !lifetime.isEnded { down.stop(.completed) }
        }
    }
}
