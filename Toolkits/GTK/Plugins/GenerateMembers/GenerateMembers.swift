import PackagePlugin

/// Generates the members of GTK's classes for the installed GTK, before the module is compiled; for the tests, what binds
/// each of them.
@main
struct GenerateMembers: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let generator = try context.tool(named: "MemberGenerator").url
        func command(_ options: [String], _ name: String) -> Command {
            let file = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Asking GObject for properties and signals", executable: generator,
                arguments: options + [file.path()], outputFiles: [file])
        }
        guard target.name.hasSuffix("Tests") else {
            return [command(target.name == "BindingAdwaita" ? ["--adwaita"] : [], "Members.swift")]
        }
        let usesAdwaita = target.dependencies.contains {
            if case .target(let target) = $0 { target.name == "BindingAdwaita" } else { false }
        }
        return [command(["--tests"], "Members.swift")]
            + (usesAdwaita ? [command(["--adwaita", "--tests"], "AdwaitaMembers.swift")] : [])
    }
}
