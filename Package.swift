// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Binding",
    products: [
        .library(name: "Binding", targets: ["Binding"]),
        .library(name: "BindingOperators", targets: ["BindingOperators"]),
    ],
    targets: [
        .target(name: "Binding"),
        .target(name: "BindingOperators", dependencies: ["Binding"]),
        .executableTarget(
            name: "ConsoleBinding",
            dependencies: ["Binding", "BindingOperators"],
            path: "Examples/ConsoleBinding",
            exclude: ["Scripts"]
        ),
        .testTarget(name: "BindingTests", dependencies: ["Binding", "BindingOperators"]),
        .testTarget(name: "ConsoleBindingTests", dependencies: ["ConsoleBinding", "Binding"]),
    ],
    swiftLanguageModes: [.v6]
)
