// swift-tools-version: 6.3

import PackageDescription

// A separate package, so that the library does not depend on SQLite.
let package = Package(
    name: "Orders",
    dependencies: [.package(name: "Binding", path: "../..")],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "Orders",
            dependencies: [
                "CSQLite",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingFoundation", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
