import Binding
import BindingCollections
import BindingOperators

/// The view model of the list of members: who belongs to the club, which of them are shown in what order, and who is
/// selected.
@MainActor
package final class MembersViewModel: BindingContext {
    package let disposeBag = DisposeBag()

    // What the user enters.
    /// A part of the names to show, or the name of a new member.
    @Mutable package var query = ""
    @Mutable package var order = MemberOrder.name.rawValue

    // What the view model reports.
    @Bindable package private(set) var members: TreeArray<Member>

    /// The selected member. If a member is filtered out, they are selected again when they come back.
    package let selection = Selection<Member.ID>(.single, whenRemoved: .keep)

    /// The members to show, in order, and their changes.
    package private(set) lazy var shown: ListUpdates<Member> = $members.updates()
        .filter(by: $query.asDriver().map { $0.singleSpaced }) { $0.matches($1) }
        .sorted(by: $order.asDriver().map { (MemberOrder(rawValue: $0) ?? .name).order })

    /// The selected member, with their current values.
    package private(set) lazy var selected: Driver<Member?> = selection.row(in: shown)

    /// The number of members shown, as a text.
    package private(set) lazy var summary: Driver<String> = Driver.combineLatest(shown.rows, $members) { shown, all in
        shown.count == all.count ? "\(all.count) members" : "\(shown.count) of \(all.count)"
    }

    /// Whether no member has the name that has been entered.
    @Derived({ (viewModel: MembersViewModel) in
        let name = viewModel.query.singleSpaced.lowercased()
        return !name.isEmpty && !viewModel.members.contains { $0.name.lowercased() == name }
    }) package var canAdd: Bool

    private var lastNumber: Int

    /// Makes the view model of a list of the members that a service has, and of its news from now on.
    package init(service: any MemberService) {
        members = TreeArray(service.members)
        lastNumber = service.members.count
        binding {
            // Before any control gets the rows.
            selection.follow(shown)
            service.news.asSignal(onErrorSignalWith: .empty()) => { [weak self] in self?.take($0) }
        }
    }

    /// Adds a member with the name that has been entered, shows all members, and selects the new one.
    package func add() {
        guard canAdd else { return }
        let member = join(query.singleSpaced)
        query = ""
        selection.id = member.id
    }

    /// Removes the selected member, and selects the next, or else the previous one.
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
