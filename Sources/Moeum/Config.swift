import Foundation

/// What the environment and the flags decide, checked once at start.
public struct Config: Sendable {
    public enum Environment: String, Sendable { case development, production }

    /// A setting that is missing or makes no sense, in words for the person who starts the program.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public var dataDirectory: String
    /// Where `Views`, `Public` and `Data` are.
    public var resourceDirectory: String
    public var host: String
    public var port: Int
    /// Without a slash at the end. Links in mail and canonical addresses come from it, never from a request.
    public var baseURL: String
    public var environment: Environment
    public var databaseURL: String?
    /// Map tiles, with `{z}`, `{x}` and `{y}` in it.
    public var tileURL: String?
    /// Shown on the map beside the tiles.
    public var tileAttribution: String?
    public var seoulAPIKey: String?
    public var trustedProxies: [AddressBlock]
    public var maximumConnections: Int
    public var metricsPort: Int?
    public var logLevel: String
    public var logsJSON: Bool

    public var isProduction: Bool { environment == .production }
    public var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// - Parameter value: looks a setting up by its environment name, flags first.
    public init(_ value: (String) -> String?) throws {
        func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
            guard let text = value(name) else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw Fault(
                    description: "\(name) is \(text); it takes a number from \(range.lowerBound) to \(range.upperBound)"
                )
            }
            return number
        }
        dataDirectory = value("MOEUM_DATA_DIR") ?? "./var"
        resourceDirectory = try Self.resourceDirectory(value("MOEUM_RESOURCES"))
        host = value("MOEUM_HOST") ?? "127.0.0.1"
        port = try number("MOEUM_PORT", 0...65_535) ?? 8_080
        let environmentName = value("MOEUM_ENVIRONMENT") ?? Environment.development.rawValue
        guard let environment = Environment(rawValue: environmentName) else {
            throw Fault(description: "MOEUM_ENVIRONMENT is \(environmentName); it takes development or production")
        }
        self.environment = environment
        baseURL = value("MOEUM_BASE_URL") ?? ""
        while baseURL.hasSuffix("/") { baseURL.removeLast() }
        databaseURL = try Self.secret("MOEUM_DATABASE_URL", value)
        tileURL = value("MOEUM_TILE_URL")
        tileAttribution = value("MOEUM_TILE_ATTRIBUTION")
        if let tileURL, Self.origin(ofTiles: tileURL) == nil {
            throw Fault(description: "MOEUM_TILE_URL takes an address such as https://tiles.example/{z}/{x}/{y}.png")
        }
        seoulAPIKey = try Self.secret("MOEUM_SEOUL_API_KEY", value)
        trustedProxies = try (value("MOEUM_TRUSTED_PROXIES") ?? "").split(separator: ",").map { text in
            guard let block = AddressBlock(String(text).trimmed) else {
                throw Fault(description: "MOEUM_TRUSTED_PROXIES holds \(text), which is no address block")
            }
            return block
        }
        maximumConnections = try number("MOEUM_MAX_CONNECTIONS", 1...1_000_000) ?? 10_000
        metricsPort = try number("MOEUM_METRICS_PORT", 0...65_535)
        logLevel = value("MOEUM_LOG_LEVEL") ?? "info"
        logsJSON = value("MOEUM_LOG_FORMAT") == "json"
        if isProduction { try checkProduction(value) }
    }

    /// Where tiles come from, as a content security policy names it.
    var tileOrigin: String? { tileURL.flatMap(Self.origin) }

    /// `https://*.tiles.example` of `https://{s}.tiles.example/{z}/{x}/{y}.png`; nil for anything else than such an
    /// address.
    private static func origin(ofTiles url: String) -> String? {
        guard ["{z}", "{x}", "{y}"].allSatisfy(url.contains),
            let match = url.prefixMatch(of: /(https?:\/\/)(\{s\}\.)?([A-Za-z0-9.-]+(?::[0-9]+)?)\//)
        else { return nil }
        return "\(match.1)\(match.2 == nil ? "" : "*.")\(match.3)"
    }

    /// The program does not start in production with settings that would mislead or endanger people.
    private func checkProduction(_ value: (String) -> String?) throws {
        var missing: [String] = []
        if !isSecure { missing.append("MOEUM_BASE_URL (an https address)") }
        if try Self.secret("MOEUM_SMTP_URL", value) == nil { missing.append("MOEUM_SMTP_URL") }
        if value("MOEUM_MAIL_FROM") == nil { missing.append("MOEUM_MAIL_FROM") }
        guard missing.isEmpty else {
            throw Fault(description: "production needs \(missing.joined(separator: ", "))")
        }
    }

    /// A secret from the environment, or from the file named by the same setting with `_FILE`.
    private static func secret(_ name: String, _ value: (String) -> String?) throws -> String? {
        guard let path = value("\(name)_FILE") else { return value(name) }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Fault(description: "\(name)_FILE names a file that cannot be read")
        }
        return text.trimmed
    }

    /// The folder with `Views`: the one named, the current one, or one above the program.
    private static func resourceDirectory(_ named: String?) throws -> String {
        let manager = FileManager.default
        var candidates = named.map { [$0] } ?? [manager.currentDirectoryPath]
        if named == nil {
            var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                candidates.append(folder.path)
            }
        }
        guard let found = candidates.first(where: { manager.fileExists(atPath: "\($0)/Views/layout.mustache") })
        else { throw Fault(description: "no folder with Views is near; name it with --resources") }
        return found
    }
}
