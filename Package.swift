// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Binding",
    products: [
        .library(name: "Binding", targets: ["Binding"]),
        .library(name: "BindingOperators", targets: ["BindingOperators"]),
        .library(name: "BindingTesting", targets: ["BindingTesting"]),
    ],
    targets: [
        .target(name: "Binding"),
        .target(name: "BindingOperators", dependencies: ["Binding"]),
        .target(name: "BindingTesting", dependencies: ["Binding"]),
        .executableTarget(
            name: "ConsoleBinding",
            dependencies: ["Binding", "BindingOperators"],
            path: "Examples/ConsoleBinding",
            exclude: ["Scripts"]
        ),
        .testTarget(name: "BindingTests", dependencies: ["Binding", "BindingOperators", "BindingTesting"]),
        .testTarget(name: "BindingTestingTests", dependencies: ["Binding", "BindingTesting"]),
        .testTarget(name: "ConsoleBindingTests", dependencies: ["ConsoleBinding", "Binding", "BindingTesting"]),
    ],
    swiftLanguageModes: [.v6]
)
