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

    /// Nothing, neither a value nor the end.
    public static func never() -> Observable {
        Observable(servesMainActor: true) { _, _ in }
    }

    /// An error, without a value.
    public static func error(_ error: any Error) -> Observable {
        Observable { down, subscription in
            if !subscription.lifetime.isEnded { down.stop(.error(error)) }
        }
    }
}
