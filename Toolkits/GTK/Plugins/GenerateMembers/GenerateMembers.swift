import PackagePlugin

/// Generates the members of GTK's classes for the installed GTK, before the module is compiled; for the tests, what binds
/// each of them.
@main
struct GenerateMembers: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let members = context.pluginWorkDirectoryURL.appending(path: "Members.swift")
        return [
            .buildCommand(
                displayName: "Asking GTK for properties and signals",
                executable: try context.tool(named: "MemberGenerator").url,
                arguments: (target.name.hasSuffix("Tests") ? ["--tests"] : []) + [members.path()],
                outputFiles: [members])
        ]
    }
}
