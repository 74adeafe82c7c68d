import Binding
import BindingCollections
import BindingOperators

/// What the list of members is about: who belongs to the club, which of them are shown and in what order, and who is selected.
@MainActor
package final class MembersViewModel: BindingContext {
    package let disposeBag = DisposeBag()

    // What the user enters.
    /// A part of the names of those who are shown, or the name of somebody new.
    @Mutable package var query = ""
    @Mutable package var order = MemberOrder.name.rawValue

    // What the view model says.
    @Bindable package private(set) var members: TreeArray<Member>

    /// Who is selected, of those who are shown. Whoever is filtered out is selected again when they come back.
    package let selection = Selection<Member.ID>(.single, whenRemoved: .keep)

    /// Those who are shown, in their order, and what changes of them.
    package private(set) lazy var shown: ListUpdates<Member> = $members.updates()
        .filter(by: $query.asDriver().map { $0.singleSpaced }) { $0.matches($1) }
        .sorted(by: $order.asDriver().map { (MemberOrder(rawValue: $0) ?? .name).order })

    /// Who is selected, as they are now.
    package private(set) lazy var selected: Driver<Member?> = selection.row(in: shown)

    /// How many are shown, in a few words.
    package private(set) lazy var summary: Driver<String> = Driver.combineLatest(shown.rows, $members) { shown, all in
        shown.count == all.count ? "\(all.count) members" : "\(shown.count) of \(all.count)"
    }

    /// Whether there is nobody yet with the name that has been entered.
    package private(set) lazy var canAdd: Driver<Bool> =
        Driver.combineLatest($query.asDriver(), $members) { query, members in
            let name = query.singleSpaced
            return !name.isEmpty && !members.contains { $0.name.lowercased() == name.lowercased() }
        }

    private var lastNumber: Int

    /// Makes the view model of a list of those whom a service knows, and of what it tells of them from now on.
    package init(service: any MemberService) {
        members = TreeArray(service.members)
        lastNumber = service.members.count
        binding {
            // Before any control is given the rows.
            selection.follow(shown)
            service.news.asSignal(onErrorSignalWith: .empty()) => { [weak self] in self?.take($0) }
        }
    }

    /// Adds somebody with the name that has been entered, shows all, and selects them.
    package func add() {
        let name = query.singleSpaced
        guard !name.isEmpty, !members.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        let member = join(name)
        query = ""
        selection.id = member.id
    }

    /// Removes whoever is selected, and selects the next, or else the one before.
    package func remove() {
        guard let id = selection.id else { return }
        if selection.selectNext() == id { selection.selectPrevious() }
        members.removeAll { $0.id == id }
    }

    private func take(_ news: MemberNews) {
        switch news {
        case .joined(let name): join(name)
        case .left(let name): members.removeAll { $0.name == name }
        case .earned(let name, let points):
            if let place = members.firstIndex(where: { $0.name == name }) { members[place].points += points }
        }
    }

    @discardableResult
    private func join(_ name: String) -> Member {
        lastNumber += 1
        let member = Member(id: "\(lastNumber)", name: name, points: 0)
        members.append(member)
        return member
    }
}
