// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Binding",
    products: [
        .library(name: "Binding", targets: ["Binding"]),
        .library(name: "BindingOperators", targets: ["BindingOperators"]),
        .library(name: "BindingRx", targets: ["BindingRx"]),
        .library(name: "BindingForms", targets: ["BindingForms"]),
        .library(name: "BindingCollections", targets: ["BindingCollections"]),
        .library(name: "BindingControls", targets: ["BindingControls"]),
        .library(name: "BindingFoundation", targets: ["BindingFoundation"]),
        .library(name: "Unidirectional", targets: ["Unidirectional"]),
        .library(name: "BindingTesting", targets: ["BindingTesting"]),
        .library(name: "BindingInspector", targets: ["BindingInspector"]),
    ],
    targets: [
        .target(name: "CBindingPlatform"),
        .target(name: "Binding", dependencies: ["CBindingPlatform"]),
        .target(name: "BindingOperators", dependencies: ["Binding"]),
        .target(name: "BindingRx", dependencies: ["Binding"]),
        .target(name: "BindingForms", dependencies: ["Binding"]),
        .target(name: "BindingCollections", dependencies: ["Binding"]),
        .target(name: "BindingControls", dependencies: ["Binding", "BindingCollections"]),
        .target(name: "BindingFoundation", dependencies: ["Binding", "BindingRx"]),
        .target(name: "Unidirectional", dependencies: ["Binding"]),
        .target(name: "BindingTesting", dependencies: ["Binding"]),
        .target(name: "CBindingInspector"),
        .target(name: "BindingInspector", dependencies: ["Binding", "CBindingInspector"]),
        .target(
            name: "ViewModels",
            dependencies: ["Binding", "BindingOperators", "BindingForms", "BindingCollections", "Unidirectional"],
            path: "Examples/ViewModels"
        ),
        .executableTarget(
            name: "ConsoleBinding",
            dependencies: [
                "ViewModels", "Binding", "BindingOperators", "BindingForms", "BindingCollections", "BindingInspector",
                "Unidirectional",
            ],
            path: "Examples/ConsoleBinding",
            exclude: ["Scripts"]
        ),
        .executableTarget(
            name: "Greeting",
            dependencies: ["Binding", "BindingControls", "BindingOperators"],
            path: "Examples/GettingStarted/Sources/Greeting"
        ),
        .testTarget(
            name: "GreetingTests", dependencies: ["Greeting"], path: "Examples/GettingStarted/Tests/GreetingTests"),
        .target(name: "LoopChecks", dependencies: ["Binding"], path: "Examples/EventLoops/LoopChecks"),
        .executableTarget(
            name: "PollLoop", dependencies: ["Binding", "LoopChecks"], path: "Examples/EventLoops/PollLoop"),
        .executableTarget(
            name: "FrameLoop", dependencies: ["Binding", "LoopChecks"], path: "Examples/EventLoops/FrameLoop"),
        // Puts the examples of the documents into the tests in folders `Examples`, which are not compiled as they stand.
        .target(name: "DocumentExamples", path: "Tests/DocumentExamples"),
        .executableTarget(
            name: "ExampleGenerator", dependencies: ["DocumentExamples"], path: "Tests/ExampleGenerator"),
        .plugin(name: "GenerateExamples", capability: .buildTool(), dependencies: ["ExampleGenerator"]),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport", "Binding", "BindingTesting", "DocumentExamples"],
            path: "Tests/Support"),
        .target(
            name: "OperatorCatalog", dependencies: ["Binding", "BindingRx", "BindingTesting", "TestSupport"],
            path: "Tests/OperatorCatalog"),
        .target(
            name: "Model",
            dependencies: ["Binding", "BindingForms", "BindingCollections", "BindingTesting", "Unidirectional"],
            path: "Tests/Model"),
        .testTarget(
            name: "RobustnessTests",
            dependencies: [
                "Model", "Binding", "BindingControls", "BindingRx", "BindingForms", "BindingCollections",
                "BindingOperators", "BindingTesting", "Unidirectional", "CTestSupport", "TestSupport",
                "OperatorCatalog",
            ]
        ),
        .testTarget(
            name: "BindingTests",
            dependencies: [
                "Binding", "BindingControls", "BindingRx", "BindingOperators", "BindingTesting", "DocumentExamples",
                "TestSupport", "OperatorCatalog",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingRxTests",
            dependencies: [
                "BindingRx", "Binding", "BindingControls", "BindingOperators", "BindingTesting", "TestSupport",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingFormsTests",
            dependencies: [
                "BindingForms", "BindingCollections", "BindingFoundation", "Binding", "BindingControls",
                "BindingOperators", "BindingRx", "BindingTesting", "TestSupport",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingCollectionsTests",
            dependencies: [
                "BindingCollections", "Binding", "BindingControls", "BindingOperators", "BindingTesting",
                "Unidirectional", "TestSupport",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingFoundationTests",
            dependencies: ["BindingFoundation", "Binding", "BindingOperators", "BindingRx", "TestSupport"]
        ),
        .testTarget(
            name: "UnidirectionalTests",
            dependencies: [
                "Unidirectional", "Binding", "BindingControls", "BindingOperators", "BindingTesting", "TestSupport",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingInspectorTests",
            dependencies: [
                "BindingInspector", "Binding", "BindingControls", "BindingOperators", "BindingForms",
                "BindingCollections", "Unidirectional", "BindingTesting", "TestSupport", "OperatorCatalog",
                "DocumentExamples",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "BindingControlsTests",
            dependencies: [
                "BindingControls", "BindingCollections", "BindingForms", "Binding", "BindingOperators",
                "BindingTesting", "TestSupport",
            ]
        ),
        .testTarget(name: "BindingTestingTests", dependencies: ["Binding", "BindingTesting", "TestSupport"]),
        .target(name: "CGameMenu", path: "Tests/CGameMenu"),
        .testTarget(
            name: "GameMenuTests",
            dependencies: [
                "CGameMenu", "Binding", "BindingOperators", "BindingForms", "BindingCollections", "TestSupport",
            ],
            exclude: ["Examples"],
            plugins: ["GenerateExamples"]
        ),
        .testTarget(
            name: "ViewModelsTests",
            dependencies: [
                "ViewModels", "Binding", "BindingControls", "BindingOperators", "BindingForms", "BindingCollections",
                "BindingTesting", "Unidirectional", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ConsoleBindingTests",
            dependencies: [
                "ConsoleBinding", "ViewModels", "Binding", "BindingOperators", "BindingForms", "BindingCollections",
                "BindingTesting", "Unidirectional", "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// For the checks, which compile no more than each of them is for.

// With BINDING_OPTIMIZED, tests in a release build are compiled without optimization: the optimizer takes half an hour for
// them. So they use the libraries' optimized generic code as it is for any type, as a program does that keeps it from being
// specialized. The models and the examples have it specialized.
if Context.environment["BINDING_OPTIMIZED"] != nil {
    for target in package.targets where target.type == .test {
        target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
}

// With BINDING_TESTS, paths with colons between them, the test targets have only these files.
if let files = Context.environment["BINDING_TESTS"]?.split(separator: ":") {
    for target in package.targets where target.type == .test {
        let folder = (target.path ?? "Tests/\(target.name)") + "/"
        target.sources = files.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
    }
    package.targets.removeAll { $0.type == .test && $0.sources == [] }
}
