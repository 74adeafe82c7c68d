// swift-tools-version: 6.3

import PackageDescription

// The sources of RxSwift, to measure beside it.
let rxSwift = Context.environment["RXSWIFT"]

// A separate package, so that the compared libraries stay out of the library's manifest.
let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "Binding", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        // Without traits it does not bring its own allocator, which would affect the measurements.
        .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
    ] + (rxSwift.map { [.package(name: "RxSwift", path: $0)] } ?? []),
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
            ]
                + (rxSwift == nil ? [] : ["RxSwift", "RxRelay"].map { .product(name: $0, package: "RxSwift") }),
            swiftSettings: rxSwift == nil ? [] : [.define("RXSWIFT")]),
        .executableTarget(name: "Compare", dependencies: ["Cases"]),
        .executableTarget(name: "Latency", dependencies: [.product(name: "Binding", package: "Binding")]),
        .executableTarget(name: "Signals", dependencies: [.product(name: "Binding", package: "Binding")]),
        .target(name: "CountedAllocations"),
        .executableTarget(
            name: "Footprint",
            dependencies: [
                "CountedAllocations",
                .product(name: "Binding", package: "Binding"),
                .product(name: "BindingCollections", package: "Binding"),
                .product(name: "BindingForms", package: "Binding"),
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
