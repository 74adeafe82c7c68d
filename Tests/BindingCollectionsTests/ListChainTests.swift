#if DEBUG
    import Binding
    import BindingCollections
    import BindingOperators
    import TestSupport
    import Testing

    /// What operators of lists are made of.
    @MainActor
    @Suite("Chains of list operators")
    struct ListChainTests {
        @Bindable var numbers: TreeArray<Int> = [3, 1, 2]

        @Test("what nobody else observes has nothing in between")
        func unshared() {
            let bag = DisposeBag()
            let objects = LiveObjects()
            var sorted: [Int] = []
            let show: @MainActor (ListUpdate<Int>) -> Void = { sorted = Array($0.rows) }
            objects.counting {
                $numbers.updates().filter { $0 > 1 }.map { $0 * 10 }.sorted().drive(onNext: show).disposed(by: bag)
            }
            expectEqual(objects.living, ["Subscription": 1, "Lifetime": 1, "Slot": 1])
            numbers.append(0)
            numbers.append(4)
            expectEqual(sorted, [20, 30, 40])
            bag.dispose()
            #expect(objects.living.isEmpty)
            let binder = Binder<ListUpdate<Int>>(self.list) { $0.rows = Array($1.rows) }
            objects.counting {
                let bag = DisposeBag { $numbers.updates().reversed().uniqued() => binder }
                expectEqual(objects.living, ["Subscription": 1, "Lifetime": 1, "Slot": 1])
                expectEqual(list.rows, [4, 0, 2, 1, 3])
                bag.dispose()
                $numbers.updates().filter { $0 > 1 }.sum(\.self).drive(onNext: { sorted = [$0] }).disposed(by: bag)
                expectEqual(objects.living, ["Subscription": 1, "Lifetime": 1, "Slot": 1])
                expectEqual(sorted, [9])
                bag.dispose()
            }
            #expect(objects.living.isEmpty)
        }

        @Test("what is held is shared by its observers")
        func shared() {
            let bag = DisposeBag()
            var tested: [Int] = []
            let even = $numbers.updates().filter { number in
                tested.append(number)
                return number.isMultiple(of: 2)
            }
            var updates = 0
            even.drive(onNext: { _ in updates += 1 }).disposed(by: bag)
            even.sorted().drive(onNext: { _ in updates += 1 }).disposed(by: bag)
            even.asDriver().drive(onNext: { _ in updates += 1 }).disposed(by: bag)
            numbers.append(6)
            expectEqual(tested, [3, 1, 2, 6])
            expectEqual(updates, 6)
            bag.dispose()
        }

        @Test("what has been observed is shared with the last observer, too, to whom it is given away")
        func givenAway() {
            let bag = DisposeBag()
            var made = 0
            var rows: ListUpdates<Shown>? = $numbers.updates().map { _ in
                made += 1
                return Shown()
            }
            var (first, second): ([Shown], [Shown]) = ([], [])
            rows?.drive(onNext: { first = Array($0.rows) }).disposed(by: bag)
            rows.take()?.drive(onNext: { second = Array($0.rows) }).disposed(by: bag)
            expectEqual(made, 3)
            expectEqual(first.map(ObjectIdentifier.init), second.map(ObjectIdentifier.init))
            bag.dispose()
        }

        @MainActor final class Shown {
            var rows: [Int] = []
        }

        let list = Shown()
    }
#endif
