import Foundation

/// What docc has made of the modules, one archive each.
struct Archives {
    let folder: URL
    let modules: [String]

    /// What is read of a page.
    private struct Page: Decodable {
        struct Metadata: Decodable { let title: String? }
        struct Group: Decodable {
            let title: String?
            let identifiers: [String]
            let generated: Bool?
        }
        struct Reference: Decodable {
            let type: String
            let url: String?
        }

        struct Inline: Decodable {
            let identifier: String?
        }

        let metadata: Metadata
        let abstract: [Inline]?
        let topicSections: [Group]?
        let references: [String: Reference]?
    }

    /// Fails where a link leads to no page or no heading of the site, and where a symbol is in no group of a landing page, or of
    /// a page that groups the members of a type.
    func check() throws {
        var lines: Set<String> = []
        var anchors: [String: Set<String>] = [:]
        var links: [(from: String, to: String)] = []
        for module in modules {
            let data = folder.appending(path: "\(module).doccarchive/data")
            let files = FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "json" else { continue }
                let text = try Data(contentsOf: file)
                let page = try JSONDecoder().decode(Page.self, from: text)
                let path = String(file.path().dropFirst(data.path().count).dropLast(".json".count))
                let name = "/" + path.drop { $0 == "/" }
                anchors[name] = try Set(Self.anchors(in: JSONSerialization.jsonObject(with: text)))
                for link in page.references?.values.filter({ $0.type == "link" }) ?? [] {
                    if let url = link.url, url.hasPrefix("/") || url.hasPrefix("#") { links.append((name, url)) }
                }
                // docc shows no link to another site in the first sentence of a page.
                for part in page.abstract ?? [] {
                    guard let link = part.identifier, page.references?[link] == nil else { continue }
                    lines.insert("\(name): the first paragraph has a link that is not shown, \(link)")
                }
                lines.formUnion(Self.ungrouped(in: page))
            }
        }
        for link in links {
            let parts = link.to.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let found = anchors[parts[0].isEmpty ? link.from : parts[0]]
            if found == nil || parts.count > 1 && found?.contains(parts[1]) == false {
                lines.insert("\(link.from): nothing is at \(link.to)")
            }
        }
        guard lines.isEmpty else { throw Failure(lines: lines.sorted()) }
    }

    /// The symbols that docc has put into groups of its own, on a page that has others.
    private static func ungrouped(in page: Page) -> [String] {
        let groups = page.topicSections ?? []
        let isGrouped = groups.contains { $0.generated != true }
        // What a module adds to types of others is under these, and a protocol's default implementations are.
        let own = ["Extended Modules", "Default Implementations"]
        return groups.filter { $0.generated == true && isGrouped && !own.contains($0.title ?? "") }
            .flatMap { group in
                group.identifiers.map {
                    "\(page.metadata.title ?? ""): no group of its Topics has \($0.split(separator: "/").last ?? "")"
                }
            }
    }

    /// What the headings of a page are linked to by.
    private static func anchors(in part: Any) -> [String] {
        switch part {
        case let parts as [Any]: return parts.flatMap(anchors)
        case let parts as [String: Any]:
            let own = parts["type"] as? String == "heading" ? [parts["anchor"] as? String].compactMap { $0 } : []
            return own + parts.values.flatMap(anchors)
        default: return []
        }
    }
}
