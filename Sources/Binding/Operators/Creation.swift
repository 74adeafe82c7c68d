extension Observable {
    /// One value, and the end.
    public static func just(_ element: Element) -> Observable {
        from(CollectionOfOne(element))
    }

    /// Some values, one after the other, and the end.
    public static func of(_ elements: Element...) -> Observable {
        from(elements)
    }

    /// The elements of a sequence, one after the other, and the end.
    ///
    /// They are sent on the thread that subscribes, during `subscribe`, and each observer is sent all of them.
    public static func from(_ elements: some Sequence<Element> & Sendable) -> Observable {
        Observable { down, subscription in
            let lifetime = subscription.lifetime
            for element in elements {
                if lifetime.isEnded { return }
                down.next(element)
            }
            if !lifetime.isEnded { down.stop(.completed) }
        }
    }

    /// The value, if there is one, and the end.
    public static func from(optional element: Element?) -> Observable {
        element.map(just) ?? empty()
    }

    /// The end, without a value.
    public static func empty() -> Observable {
        Observable { down, subscription in
            if !subscription.lifetime.isEnded { down.stop(.completed) }
        }
    }

    /// Nothing, for ever.
    public static func never() -> Observable {
        Observable(servesMainActor: true) { _, _ in }
    }

    /// An error, without a value.
    public static func error(_ error: any Error) -> Observable {
        Observable { down, subscription in
            if !subscription.lifetime.isEnded { down.stop(.error(error)) }
        }
    }

    /// A sequence that is made anew for each observer.
    ///
    /// See [ReactiveX: Defer](https://reactivex.io/documentation/operators/defer.html).
    ///
    /// - Parameter factory: Makes the sequence, on the thread that subscribes. An error that it throws is sent.
    public static func deferred<Source: ObservableConvertibleType<Element>>(
        _ factory: @escaping @Sendable () throws -> Source
    ) -> Observable {
        Observable { down, subscription in
            do {
                let source = try factory().asObservable()
                source.attach(down, subscription)
            } catch {
                if !subscription.lifetime.isEnded { down.stop(.error(error)) }
            }
        }
    }
}

extension Observable where Element: FixedWidthInteger {
    /// Numbers one after the other, and the end.
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
