import Foundation
import PackagePlugin

/// Puts the examples of the documents into the tests in the folder `Examples` of a target, before it is compiled.
@main
struct GenerateExamples: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let package = context.package.directoryURL
        let documents = try [package, package.appending(path: "Documentation")].flatMap { try files("md", in: $0) }
        let templates = try files("swift", in: target.directoryURL.appending(path: "Examples"))
        let tests = templates.map {
            let name = $0.deletingPathExtension().lastPathComponent
            return context.pluginWorkDirectoryURL.appending(path: "\(name).generated.swift")
        }
        let arguments = documents.map(path) + ["--"] + zip(templates, tests).flatMap { [path($0), path($1)] }
        return [
            .buildCommand(
                displayName: "Putting the documents' examples into \(target.name)",
                executable: try context.tool(named: "ExampleGenerator").url,
                arguments: arguments, inputFiles: documents + templates, outputFiles: tests)
        ]
    }

    /// The files of a kind in a folder.
    private func files(_ kind: String, in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == kind }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}
