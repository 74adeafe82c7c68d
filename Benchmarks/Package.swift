// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that what the library is compared with stays out of the library's manifest.
let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "Binding", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        // Without its traits it brings no allocator of its own, which would be measured along with everything else.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Cases",
            dependencies: [
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
                .product(name: "Unidirectional", package: "Binding"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ]),
        .executableTarget(name: "Compare", dependencies: ["Cases"]),
        .executableTarget(name: "Latency", dependencies: [.product(name: "Binding", package: "Binding")]),
        .target(name: "CountedAllocations"),
        .executableTarget(
            name: "Footprint",
            dependencies: [
                "CountedAllocations",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingOperators", package: "Binding"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ]),
        .executableTarget(
            name: "Listing",
            dependencies: ["Cases", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/Listing",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
