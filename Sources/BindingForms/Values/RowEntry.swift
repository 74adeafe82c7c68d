import Binding

extension FormRows {
    /// A row, and what it edits.
    @MainActor
    final class Entry: Sendable {
        let part: RowPart
        let form: ValueForm<Elements.Element>
        let row: Row

        var id: Elements.Element.ID { part.id }
        /// The element, apart from the others, so that an edit is no news to these.
        var element: BehaviorRelay<Elements.Element> { part.element }
        var place: Place { part.rowPlace }
        var isGone: Bool { part.isGone }

        init(_ part: RowPart, _ form: ValueForm<Elements.Element>, _ row: Row) {
            (self.part, self.form, self.row) = (part, form, row)
            (part.row, part.form, part.object) = (self, form, row as AnyObject)
        }
    }

    /// What the form of a row edits, and all of its fields, too: from it a row that has gone is had again, for as long as somebody
    /// holds that and its form.
    final class RowPart: EditedPart {
        let id: Elements.Element.ID
        let element: BehaviorRelay<Elements.Element>
        let rowPlace: Place
        weak var form: ValueForm<Elements.Element>?
        weak var object: AnyObject?

        init(
            _ element: BehaviorRelay<Elements.Element>, _ rowPlace: Place, in elements: PartPlace, of whole: EditedPart?
        ) {
            (id, self.element, self.rowPlace) = (element.value.id, element, rowPlace)
            super.init(elements, of: whole)
        }

        override var isGone: Bool { rowPlace.index == nil }
        override var goneIn: UInt64? { rowPlace.goneIn }

        var entry: Entry? {
            if let row { return row as? Entry }
            guard let form, let row = object as? Row else { return nil }
            return Entry(self, form, row)
        }
    }

    /// Where an element was when it was seen last, and what was last taken from it, or passed on to it; `nil` if it has gone.
    @MainActor
    final class Place {
        var index: Elements.Index?
        var common: Elements.Element?
        /// The number of the value with the elements when the row took in its element by itself.
        var position: UInt64?
        /// The delivery in which the element went last, also if it is there again since.
        private(set) var goneIn: UInt64?

        init(_ index: Elements.Index?, _ common: Elements.Element) {
            (self.index, self.common) = (index, index == nil ? nil : common)
        }

        func begin(at index: Elements.Index) {
            self.index = index
            if goneIn == MainActorDispatcher.delivery { goneIn = nil }
        }

        func end() { (index, common, goneIn) = (nil, nil, MainActorDispatcher.delivery) }

        func isCommon(_ element: Elements.Element) -> Bool {
            common.map { areIdentical($0, element) || $0 == element } ?? false
        }
    }
}
