import BindingCollections

extension ListSplice {
    /// The error in the ranges that describe how one list became another, if any.
    static func fault<Element: Equatable>(of splices: [ListSplice], from old: [Element], to new: [Element]) -> String? {
        var (oldEnd, newEnd) = (0, 0)
        for splice in splices + [ListSplice(old: old.count..<old.count, new: new.count..<new.count)] {
            let isEnd = splice.old.lowerBound == old.count && splice.new.lowerBound == new.count
            guard splice.old.lowerBound >= oldEnd, splice.new.lowerBound >= newEnd, splice.old.upperBound <= old.count,
                splice.new.upperBound <= new.count
            else { return "not ascending, or beyond the end: \(splices)" }
            if !isEnd, splice.old.isEmpty, splice.new.isEmpty { return "an empty one: \(splices)" }
            let adjoinsLast = splice.old.lowerBound == oldEnd && oldEnd + newEnd > 0
            if adjoinsLast, !isEnd { return "no rows between two: \(splices)" }
            guard old[oldEnd..<splice.old.lowerBound] == new[newEnd..<splice.new.lowerBound] else {
                return "rows between them differ: \(splices)"
            }
            (oldEnd, newEnd) = (splice.old.upperBound, splice.new.upperBound)
        }
        return nil
    }
}
