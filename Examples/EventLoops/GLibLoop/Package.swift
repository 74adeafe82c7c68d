// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the library's has nothing to do with GLib.
let package = Package(
    name: "GLibLoop",
    dependencies: [.package(name: "Binding", path: "../../..")],
    targets: [
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .executableTarget(name: "GLibLoop", dependencies: ["CGLib", .product(name: "Binding", package: "Binding")]),
    ],
    swiftLanguageModes: [.v6]
)
