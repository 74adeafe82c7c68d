// swift-tools-version: 6.3

import PackageDescription

// A separate package, so that the library does not depend on GLib.
let package = Package(
    name: "GLibLoop",
    dependencies: [.package(name: "Binding", path: "../../..")],
    targets: [
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .executableTarget(name: "GLibLoop", dependencies: ["CGLib", .product(name: "Binding", package: "Binding")]),
    ],
    swiftLanguageModes: [.v6]
)
