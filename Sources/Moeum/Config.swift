import Foundation
import Logging

/// What the environment and the flags decide, checked once at start.
package struct Config: Sendable {
    package enum Environment: String, Sendable, LosslessStringConvertible {
        case development, production

        package init?(_ description: String) { self.init(rawValue: description) }
        package var description: String { rawValue }
    }

    /// A setting that is missing or makes no sense, in words for the person who starts the program.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package var dataDirectory: String
    package var resourceDirectory: String
    /// What photo workers are started from: this very program, also where its file has been replaced since.
    var program = "/proc/self/exe"
    package var host: String
    package var port: Int
    /// Without a slash at the end. Links in mail and canonical addresses come from it, never from a request.
    package var baseURL: String
    package var environment: Environment
    var strictTransportSecurity: StrictTransportSecurity
    package var databaseURL: String?
    /// Where photos are kept instead of the data directory.
    var storage: StorageLocation?
    var tileURL: String?
    /// Shown on the map beside the tiles.
    var tileAttribution: String?
    package var seoulAPIKey: String?
    /// The server from which registers are fetched, without a slash at the end; nil where none are.
    var registersURL: String?
    package var geocoder: Geocoder.Service?
    package var geocoderKey: String?
    /// Instead of the service's own address.
    package var geocoderURL: String?
    /// Whom to ask for the weather; nil for nobody.
    var weatherProvider: WeatherProvider?
    /// Instead of the provider's own address, without a slash at the end.
    var weatherURL: String?
    var weatherKey: String?
    var trustedProxies: [AddressBlock]
    package var maximumConnections: Int
    /// How many bytes of public answers are kept.
    var pageCacheBytes: Int
    var metricsPort: Int?
    var smtpURL: String?
    var mailFrom: String?
    /// Where mail goes as files without SMTP.
    var mailDirectory: String
    /// A certificate authority beside the system's.
    var smtpAuthorityFile: String?
    package var limits: Bool
    /// How many bytes one account may keep; 0 for any.
    package var accountBytes: Int
    /// Where readers reach the people who run this site, where that is not `mailFrom`.
    var contact: String?
    var argon2Cost: Argon2Cost
    var argon2Threads: Int
    /// Where the site backs itself up; nil for nowhere.
    var backupLocation: StorageLocation?
    /// In seconds.
    var backupInterval: TimeInterval
    var keptBackups: Int
    /// Who gets webhook events; nil for nobody.
    var webhook: WebhookSender.Target?
    package var logLevel: Logger.Level
    package var logsJSON: Bool
    /// Whether lines about security have whole network addresses.
    var logsWholeAddresses: Bool
    /// Every setting, as operators may see it; empty where it was not asked for.
    package private(set) var origins: [Setting.Origin] = []

    package var isProduction: Bool { environment == .production }
    func isDataDirectory(_ location: StorageLocation) -> Bool { Self.isDirectory(location, dataDirectory) }
    private static func isDirectory(_ location: StorageLocation, _ directory: String) -> Bool {
        location == .folder(URL(filePath: directory).standardizedFileURL.path)
    }
    var photoStorage: any PhotoStorage {
        storage?.photoStorage() ?? DiskPhotoStorage(folder: "\(dataDirectory)/photos")
    }
    var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// - Parameters:
    ///   - flags: by their names in the environment.
    ///   - environment: of the process.
    package init(flags: [String: String], environment: [String: String]) throws {
        try self.init(Setting.lookup(flags, environment))
        origins = Setting.all.map { $0.origin(flags, environment) }
    }

    /// - Parameter value: looks a setting up by its name in the environment, flags first.
    package init(_ value: (String) -> String?) throws {
        dataDirectory = try Setting.dataDirectory.needed(value)
        resourceDirectory = try Self.resourceDirectory(try Setting.resources.read(value))
        databaseURL = try Setting.databaseURL.read(value)
        storage = try Setting.storageURL.read(value).flatMap { StorageLocation($0) }
        // The data directory has photos in a folder.
        if let storage, Self.isDirectory(storage, dataDirectory) { self.storage = nil }
        logLevel = try Setting.logLevel.needed(value)
        logsJSON = try Setting.logFormat.needed(value) == "json"
        logsWholeAddresses = try Setting.logAddresses.needed(value) == "full"
        host = try Setting.host.needed(value)
        port = try Setting.port.needed(value)
        baseURL = try Setting.baseURL.read(value) ?? ""
        while baseURL.hasSuffix("/") { baseURL.removeLast() }
        environment = try Setting.environment.needed(value)
        strictTransportSecurity = try Setting.strictTransportSecurity.needed(value)
        trustedProxies = (try Setting.trustedProxies.read(value) ?? "").split(separator: ",")
            .compactMap { AddressBlock(String($0).trimmed) }
        maximumConnections = try Setting.maximumConnections.needed(value)
        pageCacheBytes = try Setting.pageCache.needed(value) << 20
        metricsPort = try Setting.metricsPort.read(value).flatMap { Int($0) }
        tileURL = try Setting.tileURL.read(value)
        tileAttribution = try Setting.tileAttribution.read(value)
        seoulAPIKey = try Setting.seoulAPIKey.read(value)
        geocoder = try Setting.geocoder.read(value).flatMap { Geocoder.Service(rawValue: $0) }
        geocoderKey = try Setting.geocoderKey.read(value)
        geocoderURL = try Setting.geocoderURL.read(value)
        weatherURL = try Setting.weatherURL.read(value).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        weatherKey = try Setting.weatherKey.read(value)
        let standard = weatherURL == nil ? nil : WeatherProvider.openMeteo.rawValue
        weatherProvider = (try Setting.weatherService.read(value) ?? standard).flatMap { WeatherProvider(rawValue: $0) }
        smtpURL = try Setting.smtpURL.read(value)
        mailFrom = try Setting.mailFrom.read(value)
        mailDirectory = try Setting.mailDirectory.read(value) ?? "\(dataDirectory)/mail"
        smtpAuthorityFile = try Setting.smtpAuthorityFile.read(value)
        limits = try Setting.limits.needed(value) == "on"
        accountBytes = try Setting.accountBytes.needed(value)
        contact = try Setting.contact.read(value)
        argon2Cost = Argon2Cost(
            memory: try Setting.argon2Memory.needed(value),
            iterations: try Setting.argon2Iterations.needed(value)
        )
        argon2Threads =
            try Setting.argon2Threads.read(value).flatMap { Int($0) }
            ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        backupLocation = try Setting.backupTo.read(value).flatMap { StorageLocation($0) }
        backupInterval = try Setting.backupEvery.read(value).flatMap(Self.seconds) ?? 86_400
        keptBackups = try Setting.backupKeep.needed(value)
        let (hook, secret) = (try Setting.webhookURL.read(value), try Setting.webhookSecret.read(value))
        if hook != nil, secret?.isEmpty ?? true {
            throw Error(description: "\(Setting.webhookURL.name) needs \(Setting.webhookSecret.name)")
        }
        webhook = hook.flatMap { url in secret.map { WebhookSender.Target(url: url, secret: $0) } }
        if weatherProvider == .kma, weatherKey?.isEmpty != false {
            throw Error(description: "\(Setting.weatherService.name)=kma needs \(Setting.weatherKey.name)")
        }
        registersURL = try Self.registersURL(value, isProduction: isProduction)
        if isProduction { try checkProduction() }
    }

    /// The seconds of a text such as `90m`, `24h` or `7d`; nil for none, and for less than a minute.
    static func seconds(_ text: String) -> TimeInterval? {
        guard let match = text.wholeMatch(of: /([1-9][0-9]{0,5})([mhd])/), let number = Double(match.1) else {
            return nil
        }
        let unit =
            switch match.2 {
            case "m": 60.0
            case "h": 3_600.0
            default: 86_400.0
            }
        return number * unit
    }

    /// Where tiles come from, as a content security policy names it.
    var tileOrigin: String? { tileURL.flatMap(Self.origin) }

    /// `https://*.tiles.example` of `https://{s}.tiles.example/{z}/{x}/{y}.png`; nil for anything else than such an
    /// address.
    static func origin(ofTiles url: String) -> String? {
        guard ["{z}", "{x}", "{y}"].allSatisfy(url.contains),
            let match = url.prefixMatch(of: /(https?:\/\/)(\{s\}\.)?([A-Za-z0-9.-]+(?::[0-9]+)?)\//)
        else { return nil }
        return "\(match.1)\(match.2 == nil ? "" : "*.")\(match.3)"
    }

    /// The program does not start in production with settings that would mislead or endanger people.
    private func checkProduction() throws {
        var missing: [String] = []
        if !isSecure { missing.append("\(Setting.baseURL.name) (an https address)") }
        if smtpURL == nil { missing.append(Setting.smtpURL.name) }
        if mailFrom == nil { missing.append(Setting.mailFrom.name) }
        if !limits { missing.append("\(Setting.limits.name)=on") }
        if weatherProvider == .fixed { missing.append("\(Setting.weatherService.name) other than fixed") }
        if argon2Cost.isBelow(.least) {
            let (memory, iterations) = (Setting.argon2Memory.name, Setting.argon2Iterations.name)
            missing.append(
                "\(memory) from \(Argon2Cost.least.memory) and \(iterations) from \(Argon2Cost.least.iterations)"
            )
        }
        guard missing.isEmpty else {
            throw Error(description: "production needs \(missing.joined(separator: ", "))")
        }
    }

    /// The folder with `Views`: the one named, the current one, or one above the program.
    private static func resourceDirectory(_ named: String?) throws -> String {
        let manager = FileManager.default
        var candidates = named.map { [$0] } ?? [manager.currentDirectoryPath]
        if named == nil {
            // Also where the program was found by PATH.
            var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                // The second is where a package has them: /usr/share/moeum for /usr/bin/moeum.
                candidates += [folder.path, "\(folder.path)/share/moeum"]
            }
        }
        guard let found = candidates.first(where: { manager.fileExists(atPath: "\($0)/Views/layout.mustache") })
        else { throw Error(description: "no folder with Views is near; name it with --resources") }
        return found
    }
}

extension Config {
    var cookies: CookieRules { CookieRules(isSecure: isSecure) }
}

extension SecurityHeaders {
    init(_ config: Config) {
        self.init(
            strictTransportSecurity: config.isSecure ? config.strictTransportSecurity : .off,
            tileOrigin: config.tileOrigin
        )
    }
}

extension CrossSiteGuard {
    init(_ config: Config) { self.init(origin: config.baseURL, trustsLoopback: !config.isProduction) }
}

extension ResponseCache {
    /// Nil where it is switched off.
    convenience init?(
        _ config: Config,
        _ database: any Database,
        _ maintenance: Maintenance,
        _ clock: @escaping @Sendable () -> Date
    ) {
        guard config.pageCacheBytes > 0 else { return nil }
        self.init(
            bytes: config.pageCacheBytes,
            choiceNames: Set(Routes.rememberedChoices.map(\.cookie)),
            changes: database.changes,
            // In development an edited file shows on reload.
            lifetime: config.isProduction ? nil : 0.25,
            maintenance: maintenance,
            clock: clock
        )
    }
}
