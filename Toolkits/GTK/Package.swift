// swift-tools-version: 6.3

import Foundation
import PackageDescription

/// Whether a library's headers are on this machine, as pkg-config says.
func isInstalled(_ library: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--exists", library]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}

// A separate package, so that the library does not depend on GTK.
let package = Package(
    name: "BindingGTK",
    products: [
        .library(name: "BindingGTK", targets: ["BindingGTK"]),
        // A window that shows what is bound, for debug builds.
        .library(name: "BindingGTKInspector", targets: ["BindingGTKInspector"]),
        // GTK's functions, for what has no Swift name.
        .library(name: "CGTK", targets: ["CGTK"]),
        .executable(name: "GTKBinding", targets: ["GTKBinding"]),
    ],
    dependencies: [.package(name: "Binding", path: "../..")],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .target(name: "CBindingGTK", dependencies: ["CGTK"]),
        .executableTarget(name: "MemberGenerator", dependencies: ["CGTK", "CBindingGTK"]),
        .plugin(name: "GenerateMembers", capability: .buildTool(), dependencies: ["MemberGenerator"]),
        .target(
            name: "BindingGTK",
            dependencies: [
                "CGTK", "CBindingGTK",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
            ],
            plugins: ["GenerateMembers"]),
        .target(
            name: "BindingGTKInspector",
            dependencies: [
                "BindingGTK", "CGTK",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingInspector", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ]),
        // The examples' view models, through a symbolic link.
        .target(
            name: "ViewModels",
            dependencies: [
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
                .product(name: "Unidirectional", package: "Binding"),
            ]),
        .executableTarget(
            name: "GTKBinding",
            dependencies: [
                "BindingGTK", "BindingGTKInspector", "CGTK", "ViewModels",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
                .product(name: "Unidirectional", package: "Binding"),
            ]),
        .systemLibrary(name: "CMemory"),
        .executableTarget(
            name: "GTKFigures",
            dependencies: [
                "BindingGTK", "CGTK", "CMemory",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ]),
        // What the example program Letters does without windows. The rest of it needs libadwaita; see below.
        .target(
            name: "LettersViewModels",
            dependencies: [
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ],
            path: "Sources/Letters/ViewModels"),
        // The first program of Documentation/GTK.md, compiled here to check it.
        .executableTarget(
            name: "Hello",
            dependencies: [
                "BindingGTK",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ],
            path: "Tests/Hello"),
        .systemLibrary(name: "CGTKX11", path: "Tests/CGTKX11", pkgConfig: "gtk4"),
        .systemLibrary(name: "CGTKAccessibility", path: "Tests/CGTKAccessibility", pkgConfig: "gtk4"),
        .testTarget(
            name: "BindingGTKTests",
            dependencies: [
                "BindingGTK", "BindingGTKInspector", "CBindingGTK", "CGTK", "CGTKAccessibility", "CGTKX11", "CMemory",
                "LettersViewModels",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingInspector", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
                .product(name: "BindingTesting", package: "Binding"),
            ],
            exclude: ["Documentation/search.ui"],
            plugins: ["GenerateMembers"]),
    ],
    swiftLanguageModes: [.v6]
)

// Only where libadwaita is there. SwiftPM remembers what a manifest says: after libadwaita has been installed, run
// `swift package purge-cache`.
if isInstalled("libadwaita-1") {
    package.products.append(.library(name: "BindingAdwaita", targets: ["BindingAdwaita"]))
    package.targets += [
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .target(
            name: "BindingAdwaita",
            dependencies: [
                "BindingGTK", "CAdwaita", "CGTK",
                .product(name: "Binding", package: "Binding"),
            ],
            plugins: ["GenerateMembers"]),
        .target(
            name: "LettersWindows",
            dependencies: [
                "BindingAdwaita", "BindingGTK", "LettersViewModels",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ],
            path: "Sources/Letters/Windows"),
        .executableTarget(
            name: "Letters",
            dependencies: [
                "BindingAdwaita", "BindingGTK", "BindingGTKInspector", "LettersViewModels", "LettersWindows",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ],
            path: "Sources/Letters/Program"),
    ]
    package.products.append(.executable(name: "Letters", targets: ["Letters"]))
    package.targets.first { $0.name == "BindingGTKTests" }?.dependencies += [
        "BindingAdwaita", "CAdwaita", "LettersWindows",
    ]
}

// With BINDING_OPTIMIZED, as in the library's manifest: the tests use optimized libraries and are compiled without
// optimization, which takes a fraction of the time.
if Context.environment["BINDING_OPTIMIZED"] != nil {
    for target in package.targets where target.type == .test {
        target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
}
