// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// Lines for backtraces and no more for debuggers, which a release build has no use for. Passed with `-Xfrontend`, because
// SwiftPM's own `-g` comes after these flags.
let lineTables = ["-Xfrontend", "-gline-tables-only"]

// Scripts/package names an object file to be linked with the program. What it builds is built once and runs for long.
let packageObject = Context.environment["MOEUM_PACKAGE"]

// Lets tests see what is internal in a release build. In a package, whose libraries are built for size (`-Osize`), this code is
// built for speed all the same.
let purpose = packageObject == nil ? ["-enable-testing"] : ["-Xfrontend", "-O"]

// What the features stand on: whole modules, whose functions are optimised into those that call them, across modules too.
let foundation: [SwiftSetting] =
    strict + [
        .unsafeFlags(["-cross-module-optimization"] + purpose + lineTables, .when(configuration: .release))
    ]

// Some files at a time, and after a change only those that it touches.
func inBatches(_ others: [String]) -> [SwiftSetting] {
    let flags = ["-no-whole-module-optimization", "-enable-batch-mode", "-incremental"]
    return strict + [.unsafeFlags(flags + others + lineTables, .when(configuration: .release))]
}

// Tests, and in their build the features, run once: optimising these takes longer than it saves.
let tests = inBatches(["-Onone"])

// The features, most of the code. In a package they are a whole module too.
let features =
    packageObject != nil
    ? foundation
    : inBatches(purpose + (Context.environment["MOEUM_TESTS"] == nil ? [] : ["-Onone"]))

// What the packages below bring along and no target of ours names. SwiftPM warns of a package that no target uses: these are
// used, but on a system for which nothing is built.
let pinned: [Target.Dependency] = [
    ("swift-algorithms", "Algorithms"), ("swift-asn1", "SwiftASN1"), ("swift-atomics", "Atomics"),
    ("swift-certificates", "X509"), ("swift-crypto", "Crypto"), ("swift-distributed-tracing", "Tracing"),
    ("swift-http-structured-headers", "StructuredFieldValues"), ("swift-metrics", "Metrics"),
    ("swift-nio-http2", "NIOHTTP2"), ("swift-nio-transport-services", "NIOTransportServices"),
    ("swift-numerics", "Numerics"), ("swift-service-context", "ServiceContextModule"),
    ("swift-system", "SystemPackage"),
].map { .product(name: $0.1, package: $0.0, condition: .when(platforms: [.wasi])) }

let package = Package(
    name: "moeum",
    products: [.executable(name: "moeum", targets: ["moeum"])],
    traits: [
        .trait(name: "Postgres", description: "Adds the PostgreSQL backend; needs libpq-dev.")
    ],
    dependencies: [
        // Without the trait that reads its settings from files, and half a minute that compiling it takes.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            exact: "2.28.1",
            traits: ["FullFoundation"]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
        // What these bring along, at exact versions too, so that a clone builds the same next year. Package.resolved is not
        // committed: it names commits besides, and a mirror's commits are not GitHub's.
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-transport-services", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context", exact: "1.5.1"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        // What the build is told: Scripts set the variable.
        .target(
            name: "CBuild",
            cSettings: Context.environment["MOEUM_COMMIT"].map { [.define("MOEUM_COMMIT", to: "\"\($0)\"")] } ?? []
        ),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSandbox", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // The flags of libvips' own pkg-config file have some that SwiftPM does not take; its headers need no more than these.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "Database",
            dependencies: [
                "CSQLite",
                .target(name: "CPostgreSQL", condition: .when(traits: ["Postgres"])),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: foundation
        ),
        .target(name: "Templates", swiftSettings: foundation),
        .target(
            name: "Web",
            dependencies: [
                "CCurl",
                "CDeflate",
                "COpenSSL",
                "Database",
                "Templates",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: foundation
        ),
        .target(
            name: "Moeum",
            dependencies: [
                "CArchive",
                "CArgon2",
                "CBuild",
                "CCurl",
                "CMalloc",
                "CPango",
                "CQRCode",
                "CSandbox",
                "CVips",
                "CZip",
                "Database",
                "Templates",
                "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: features
        ),
        .executableTarget(
            name: "moeum",
            dependencies: [
                "Moeum",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ] + pinned,
            swiftSettings: strict,
            linkerSettings: packageObject.map { [.unsafeFlags([$0])] } ?? []
        ),
        .executableTarget(
            name: "moeum-benchmarks",
            dependencies: [
                "CArgon2",
                "Moeum",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                "RouterClient",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/MoeumBenchmarks",
            swiftSettings: strict
        ),
        .target(
            name: "RouterClient",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Tests/RouterClient",
            swiftSettings: strict
        ),
        .testTarget(
            name: "MoeumTests",
            dependencies: [
                "CDeflate",
                "Database",
                "Moeum",
                "RouterClient",
                "Templates",
                "Web",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            swiftSettings: tests
        ),
    ]
)

// For Scripts/fuzz alone: the parser and what feeds it, so that nothing else is built with libFuzzer's counters.
if Context.environment["MOEUM_FUZZ"] != nil {
    package.products = []
    package.targets = [
        .target(
            name: "Web",
            dependencies: [.product(name: "NIOCore", package: "swift-nio")],
            path: "Sources/Web",
            sources: ["Forms/MultipartHeader.swift", "Forms/MultipartParser.swift", "Text/InvisibleCharacters.swift"]
        ),
        .executableTarget(
            name: "MultipartFuzz",
            dependencies: ["Web"],
            path: "Tests/Fuzz",
            exclude: ["corpus", "words"]
        ),
    ]
}
