import Binding

/// A change of the members that happens by itself.
package enum MemberNews: Sendable {
    case joined(name: String)
    case left(name: String)
    case earned(name: String, points: Int)
}

/// A source of members and of news about them.
package protocol MemberService: Sendable {
    var members: [Member] { get }

    /// The news from now on; subscribe to it once.
    var news: Observable<MemberNews> { get }
}

/// A club within the program, in which something happens every second until there is no more news.
package struct LocalClub: MemberService {
    private static let points = [36, 41, 54, 28, 77, 63, 19, 85, 12, 47, 58, 33, 21, 69, 30]

    private static let news: [MemberNews] = [
        .joined(name: "Annie Easley"), .earned(name: "Grace Hopper", points: 5), .joined(name: "Niklaus Wirth"),
        .left(name: "Adele Goldberg"), .earned(name: "Radia Perlman", points: 60), .joined(name: "Karen Spärck Jones"),
        .left(name: "Tony Hoare"), .earned(name: "Ada Lovelace", points: 100), .joined(name: "Lynn Conway"),
        .earned(name: "石井 裕", points: 70),
    ]

    private let scheduler: any Scheduler

    /// Makes a club.
    ///
    /// - Parameter scheduler: The scheduler that measures the time between two pieces of news.
    package init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    package var members: [Member] {
        zip(LocalDirectory.members, Self.points).enumerated().map { number, member in
            Member(id: "\(number + 1)", name: member.0, points: member.1)
        }
    }

    package var news: Observable<MemberNews> {
        Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(Self.news.count).map { Self.news[$0] }
    }
}
