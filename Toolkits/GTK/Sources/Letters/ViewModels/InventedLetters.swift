import BindingCollections

extension TreeArray where Element == Letter {
    /// Invented letters, the same at each call with the same time.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - now: When the newest of them was sent, in seconds since 1970.
    package static func invented(_ count: Int, now: Int) -> Self {
        let people = [
            "Ada Lovelace", "Grace Hopper", "Radia Perlman", "Barbara Liskov", "Adele Goldberg", "Frances Allen",
            "Jean Bartik", "Margaret Hamilton", "Sophie Wilson", "Karen Spärck Jones", "Annie Easley",
        ]
        let subjects = [
            "Notes on the engine", "A compiler, at last", "The spanning tree, in verse", "On abstraction",
            "Pictures of the new windows", "Minutes of Tuesday", "Lunch on Friday?", "The proofs of chapter four",
            "What the punch cards said", "Your question about lists", "Tickets for the museum", "A bug, and a moth",
            "Slides for Bern",
        ]
        let texts = [
            "Thank you for the drawings. I have gone through them twice, and the third wheel puzzles me: it turns one "
                + "tooth too far whenever the carry goes over more than two places.\n\nCould we look at it together on "
                + "Thursday? I shall bring the cards.",
            "It compiles. It even compiles itself, though that took until four in the morning and two pots of coffee."
                + "\n\nI would like you to be the first to try it. The manual is in the drawer; ignore chapter three.",
            "Here is what we agreed on:\n\n– the list stays where it is when its rows change,\n– the search does not "
                + "wait for the network,\n– nobody edits the generated files by hand.\n\nPlease object by Monday.",
            "I have read your chapter on the train. It is very good, and a page too long. The example with the two "
                + "clocks says it all.\n\nSee you in Bern.",
            "The museum has kept four places for us, at eleven. The engine is shown at half past, and they let one of "
                + "us turn the handle.",
        ]
        return TreeArray(
            (0..<count).map { number in
                // The newest letter has the highest number. Steps without a common divisor mix everything.
                let (age, mixed) = (count - 1 - number, number &* 7_919 &+ 5)
                let isOwn = mixed % 9 == 4
                let folder: Folder =
                    switch mixed % 27 {
                    case 4, 13, 22: .sent
                    case 7: .archive
                    case 11: .trash
                    case 16 where age < 200: .drafts
                    default: .inbox
                    }
                var letter = Letter(
                    id: number, folder: folder, sender: isOwn ? "You" : people[mixed % people.count],
                    recipient: isOwn ? people[mixed % people.count] : "You", subject: subjects[mixed % subjects.count],
                    text: texts[mixed % texts.count], sent: now - age * 5_400 - mixed % 1_800)
                letter.isStarred = mixed % 17 == 3
                return letter
            })
    }
}

extension Set where Element == Letter.ID {
    /// The letters that have not been read, of invented ones: some of the latest.
    package static func unread(in letters: TreeArray<Letter>) -> Self {
        Set(letters.suffix(400).filter { $0.id % 3 == 0 && $0.folder == .inbox }.map(\.id))
    }
}
