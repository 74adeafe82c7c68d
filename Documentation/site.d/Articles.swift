import Foundation

/// The documents of the package as articles: the text that a git host shows, with docc's links.
struct Articles {
    private let folder: URL
    private let repository: String?
    /// The documents by their names.
    private var documents: [String: Document] = [:]

    private struct Document {
        let text: String
        let title: String
        /// What docc names the headings by, by what a git host does.
        var anchors: [String: String] = [:]

        init(_ text: String) {
            self.text = text
            var titles: [String] = []
            var isCode = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("```") { isCode.toggle() }
                guard !isCode, line.hasPrefix("#") else { continue }
                titles.append(line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces))
            }
            title = titles.first ?? ""
            for title in titles {
                // The same, but in lower case.
                let anchor = title.replacing(" ", with: "-")
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
                anchors[anchor.lowercased()] = anchor
            }
        }
    }

    /// The documents in `Documentation`, each of which must be in the catalog.
    init(package: URL, catalog: URL, repository: String?) throws {
        folder = catalog.appending(path: "Articles")
        self.repository = repository
        var lines: [String] = []
        let documents = package.appending(path: "Documentation")
        for file in try FileManager.default.contentsOfDirectory(atPath: documents.path()).sorted()
        where file.hasSuffix(".md") {
            let name = String(file.dropLast(3))
            self.documents[name] = try Document(String(contentsOf: documents.appending(path: file), encoding: .utf8))
            if !FileManager.default.fileExists(atPath: folder.appending(path: file).path()) {
                lines.append(
                    """
                    Documentation/\(file) is not in the catalog: \
                    `ln -s ../../../../Documentation/\(file) Sources/Binding/Binding.docc/Articles/`, \
                    and add `- <doc:\(name)>` to a group of Sources/Binding/Binding.docc/Binding.md
                    """)
            }
        }
        guard lines.isEmpty else { throw Failure(lines: lines) }
    }

    /// Writes each document with other links in the place of its copy.
    func write() throws {
        for (name, document) in documents {
            // Every other part is a block of code.
            let parts = try document.text.components(separatedBy: "\n```").enumerated().map {
                $0.isMultiple(of: 2) ? try linked($1, in: name) : $1
            }
            var paragraphs = parts.joined(separator: "\n```").components(separatedBy: "\n\n")
            // docc does not show links to other sites in the first paragraph: it is left without them.
            if paragraphs.count > 1 { paragraphs[1].replace(/\[([^\]]+)\]\([a-z]+:[^)]+\)/) { String($0.1) } }
            try Data(paragraphs.joined(separator: "\n\n").utf8).write(to: folder.appending(path: "\(name).md"))
        }
    }

    /// A part of a document, with other links.
    private func linked(_ text: String, in document: String) throws -> String {
        try text.replacing(/(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/) { link in
            let (title, target) = (String(link.2), String(link.3))
            guard !target.contains("://") else { return String(link.0) }
            // docc knows a picture by its name alone.
            guard link.1.isEmpty else { return "![\(title)](\(URL(filePath: target).lastPathComponent))" }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0].isEmpty ? document : parts[0].replacing(/\.md$/, with: "")
            guard let other = documents[name] else {
                guard let repository else { return title }
                let path = URL(filePath: "/Documentation/\(target)").standardized.path(percentEncoded: false)
                return "[\(title)](\(repository)\(path))"
            }
            let shown = title == "\(name).md" ? other.title : title
            guard parts.count > 1 else { return "[\(shown)](<doc:\(name)>)" }
            guard let anchor = other.anchors[parts[1]] else {
                throw Failure(lines: ["Documentation/\(document).md: \(name).md has no heading #\(parts[1])"])
            }
            return "[\(shown)](<doc:\(name)#\(anchor)>)"
        }
    }
}
