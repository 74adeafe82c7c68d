import Foundation

/// The documents of the package in copies of the catalogs.
///
/// Links between documents become links of the site, which lead from any module to any other. docc has none of that kind: it
/// knows the pages of one module, and passes on what begins with a slash. `Archives` looks whether they lead somewhere.
struct Articles {
    private let package: URL
    private let catalogs: URL
    private let repository: String?
    /// The modules whose catalogs have the documents, by the names of these.
    private var modules: [String: String] = [:]

    init(package: URL, catalogs: URL, repository: String?) throws {
        (self.package, self.catalogs, self.repository) = (package, catalogs, repository)
        var lines: [String] = []
        let files = FileManager.default
        let all = try files.contentsOfDirectory(atPath: catalogs.path()).sorted().map { String($0.dropLast(5)) }
        for file in try files.contentsOfDirectory(atPath: package.appending(path: "Documentation").path()).sorted()
        where file.hasSuffix(".md") {
            let name = String(file.dropLast(3))
            let owners = all.filter {
                files.fileExists(atPath: catalogs.appending(path: "\($0).docc/Articles/\(file)").path())
            }
            if owners.isEmpty {
                lines.append(
                    """
                    Documentation/\(file) is in no catalog. Unless it is about another module than Binding: \
                    `ln -s ../../../../Documentation/\(file) Sources/Binding/Binding.docc/Articles/`, \
                    and add `- <doc:\(name)>` to a group of Sources/Binding/Binding.docc/Binding.md
                    """)
            } else if owners.count > 1 {
                lines.append("Documentation/\(file) is in several catalogs: \(owners.joined(separator: ", "))")
            }
            modules[name] = owners.first
        }
        guard lines.isEmpty else { throw Failure(lines: lines) }
    }

    /// Writes each document with other links in the place of its copy, and its pictures beside it.
    func write() throws {
        for (name, module) in modules {
            let file = catalogs.appending(path: "\(module).docc/Articles/\(name).md")
            // Every other part is a block of code.
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n```")
            let linked = try parts.enumerated().map { $0.isMultiple(of: 2) ? try self.linked($1, in: name, file) : $1 }
            try Data(linked.joined(separator: "\n```").utf8).write(to: file)
        }
    }

    /// A part of a document, with other links.
    private func linked(_ text: String, in document: String, _ file: URL) throws -> String {
        try text.replacing(/(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/) { link in
            let (title, target) = (String(link.2), String(link.3))
            guard !target.contains("://") else { return String(link.0) }
            guard link.1.isEmpty else { return "![\(title)](\(try copy(target, beside: file)))" }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].isEmpty ? document : String(parts[0].replacing(/\.md$/, with: ""))
            if let module = modules[name] {
                let page = "/documentation/\(module.lowercased())/\(name.lowercased())"
                guard parts.count > 1 else { return "[\(title)](\(page))" }
                guard let anchor = try anchors(of: name)[String(parts[1])] else {
                    throw Failure(lines: ["Documentation/\(document).md: \(name).md has no heading #\(parts[1])"])
                }
                return "[\(title)](\(page)#\(anchor))"
            }
            guard let repository else { return title }
            let path = URL(filePath: "/Documentation/\(target)").standardized.path(percentEncoded: false)
            return "[\(title)](\(repository)\(path))"
        }
    }

    /// Copies a picture of the documents into a catalog. Returns the name that docc finds it by.
    private func copy(_ picture: String, beside file: URL) throws -> String {
        let source = package.appending(path: "Documentation/\(picture)")
        let copy = file.deletingLastPathComponent().appending(path: source.lastPathComponent)
        if !FileManager.default.fileExists(atPath: copy.path()) {
            try FileManager.default.copyItem(at: source, to: copy)
        }
        return source.lastPathComponent
    }

    /// What the site names the headings of a document by, by what a git host does: the same, but with large letters.
    private func anchors(of document: String) throws -> [String: String] {
        let text = try String(contentsOf: package.appending(path: "Documentation/\(document).md"), encoding: .utf8)
        var anchors: [String: String] = [:]
        var isCode = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#") else { continue }
            let anchor = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
                .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            anchors[anchor.lowercased()] = anchor
        }
        return anchors
    }
}
