// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Binding",
    products: [
        .library(name: "Binding", targets: ["Binding"]),
        .library(name: "BindingOperators", targets: ["BindingOperators"]),
        .library(name: "BindingForms", targets: ["BindingForms"]),
        .library(name: "BindingCollections", targets: ["BindingCollections"]),
        .library(name: "BindingFoundation", targets: ["BindingFoundation"]),
        .library(name: "Unidirectional", targets: ["Unidirectional"]),
        .library(name: "BindingTesting", targets: ["BindingTesting"]),
    ],
    targets: [
        .target(name: "CBindingPlatform"),
        .target(name: "Binding", dependencies: ["CBindingPlatform"]),
        .target(name: "BindingOperators", dependencies: ["Binding"]),
        .target(name: "BindingForms", dependencies: ["Binding"]),
        .target(name: "BindingCollections", dependencies: ["Binding"]),
        .target(name: "BindingFoundation", dependencies: ["Binding"]),
        .target(name: "Unidirectional", dependencies: ["Binding"]),
        .target(name: "BindingTesting", dependencies: ["Binding"]),
        .target(
            name: "ViewModels",
            dependencies: ["Binding", "BindingOperators", "BindingForms", "BindingCollections", "Unidirectional"],
            path: "Examples/ViewModels"
        ),
        .executableTarget(
            name: "ConsoleBinding",
            dependencies: [
                "ViewModels", "Binding", "BindingOperators", "BindingForms", "BindingCollections", "Unidirectional",
            ],
            path: "Examples/ConsoleBinding",
            exclude: ["Scripts"]
        ),
        .executableTarget(
            name: "Greeting",
            dependencies: ["Binding", "BindingOperators"],
            path: "Examples/GettingStarted/Sources/Greeting"
        ),
        .testTarget(
            name: "GreetingTests", dependencies: ["Greeting"], path: "Examples/GettingStarted/Tests/GreetingTests"),
        .target(name: "LoopChecks", dependencies: ["Binding"], path: "Examples/EventLoops/LoopChecks"),
        .executableTarget(
            name: "PollLoop", dependencies: ["Binding", "LoopChecks"], path: "Examples/EventLoops/PollLoop"),
        .executableTarget(
            name: "FrameLoop", dependencies: ["Binding", "LoopChecks"], path: "Examples/EventLoops/FrameLoop"),
        .target(name: "TestSupport", dependencies: ["Binding"], path: "Tests/Support"),
        .target(
            name: "Model",
            dependencies: ["Binding", "BindingForms", "BindingCollections", "BindingTesting", "Unidirectional"],
            path: "Tests/Model"),
        .testTarget(
            name: "RobustnessTests",
            dependencies: [
                "Model", "Binding", "BindingForms", "BindingCollections", "BindingOperators", "BindingTesting",
                "Unidirectional", "TestSupport",
            ]
        ),
        .testTarget(
            name: "BindingTests", dependencies: ["Binding", "BindingOperators", "BindingTesting", "TestSupport"]),
        .testTarget(
            name: "BindingFormsTests",
            dependencies: ["BindingForms", "Binding", "BindingOperators", "BindingTesting", "TestSupport"]
        ),
        .testTarget(
            name: "BindingCollectionsTests",
            dependencies: [
                "BindingCollections", "Binding", "BindingOperators", "BindingTesting", "Unidirectional", "TestSupport",
            ]
        ),
        .testTarget(
            name: "BindingFoundationTests",
            dependencies: ["BindingFoundation", "Binding", "BindingOperators", "TestSupport"]
        ),
        .testTarget(
            name: "UnidirectionalTests",
            dependencies: ["Unidirectional", "Binding", "BindingOperators", "BindingTesting", "TestSupport"]
        ),
        .testTarget(name: "BindingTestingTests", dependencies: ["Binding", "BindingTesting"]),
        .target(name: "CGameMenu", path: "Tests/CGameMenu"),
        .testTarget(
            name: "GameMenuTests",
            dependencies: [
                "CGameMenu", "Binding", "BindingOperators", "BindingForms", "BindingCollections", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ViewModelsTests",
            dependencies: [
                "ViewModels", "Binding", "BindingOperators", "BindingForms", "BindingCollections", "BindingTesting",
                "Unidirectional",
            ]
        ),
        .testTarget(
            name: "ConsoleBindingTests",
            dependencies: [
                "ConsoleBinding", "ViewModels", "Binding", "BindingOperators", "BindingForms", "BindingCollections",
                "BindingTesting", "Unidirectional",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
