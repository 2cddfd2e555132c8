import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// One table of settings behind the environment, the flags, the help and `docs/configuration.md`.
struct ConfigTests {
    private func config(_ settings: [String: String]) throws -> Config {
        try Config { ["MOEUM_RESOURCES": Project.root.path].merging(settings) { $1 }[$0] }
    }

    private func error(_ settings: [String: String]) throws -> String {
        try #require(#expect(throws: Config.Error.self) { try config(settings) }).description
    }

    @Test(
        "A value that makes no sense is refused by the setting's name",
        arguments: [
            ("MOEUM_LOG_LEVEL", "verbose"), ("MOEUM_LOG_LEVEL", "INFO"), ("MOEUM_LOG_FORMAT", "yaml"),
            ("MOEUM_PORT", "99999"), ("MOEUM_PORT", "http"), ("MOEUM_METRICS_PORT", "-1"),
            ("MOEUM_MAX_CONNECTIONS", "0"),
            ("MOEUM_ENVIRONMENT", "staging"), ("MOEUM_TRUSTED_PROXIES", "10.0.0.0/8,proxy"), ("MOEUM_DATA_DIR", ""),
            ("MOEUM_BASE_URL", "moeum.example"), ("MOEUM_BASE_URL", "https://moeum.example/path"),
            ("MOEUM_BASE_URL", "https://"), ("MOEUM_MAIL_FROM", "nobody"), ("MOEUM_TILE_URL", "tiles"),
            ("MOEUM_ARGON2_MEMORY", "7"), ("MOEUM_ARGON2_ITERATIONS", "0"), ("MOEUM_ARGON2_THREADS", "half"),
        ]
    )
    func refuseValues(_ name: String, _ value: String) throws {
        let message = try error([name: value])
        #expect(message.hasPrefix("\(name) is \(value.isEmpty ? "empty" : value); it takes "))
    }

    @Test("A secret is never repeated") func hideSecrets() throws {
        let message = try error(["MOEUM_SMTP_URL": "hunter2"])
        #expect(message.hasPrefix("MOEUM_SMTP_URL takes ") && !message.contains("hunter2"))
    }

    @Test("A setting that is not set has its default") func useDefaults() throws {
        let config = try config([:])
        #expect(config.dataDirectory == "./var" && config.host == "127.0.0.1" && config.port == 8_080)
        #expect(config.logLevel == .info && !config.logsJSON && !config.isProduction)
        #expect(config.maximumConnections == 10_000 && config.metricsPort == nil && config.seoulAPIKey == nil)
        #expect(config.argon2Cost == Argon2Cost(memory: 19_456, iterations: 2) && config.argon2Threads >= 1)
    }

    @Test("A setting that is set is read") func readSettings() throws {
        let config = try config([
            "MOEUM_LOG_LEVEL": "warning", "MOEUM_LOG_FORMAT": "json", "MOEUM_BASE_URL": "http://[::1]:8080//",
            "MOEUM_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "MOEUM_METRICS_PORT": "9090",
        ])
        #expect(config.logLevel == .warning && config.logsJSON && config.baseURL == "http://[::1]:8080")
        #expect(config.trustedProxies.count == 2 && config.metricsPort == 9_090)
    }

    @Test("A secret may stand in a file") func readSecretFile() throws {
        let file = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try Data("opensesame\n".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try config(["MOEUM_SEOUL_API_KEY_FILE": file]).seoulAPIKey == "opensesame")
        #expect(try error(["MOEUM_SEOUL_API_KEY_FILE": file + "x"]).contains("MOEUM_SEOUL_API_KEY_FILE"))
        // Only what is secret is looked for in a file.
        #expect(try config(["MOEUM_LOG_LEVEL_FILE": "/nowhere"]).logLevel == .info)
    }

    @Test("Production names what is missing") func checkProduction() throws {
        let production = ["MOEUM_ENVIRONMENT": "production"]
        let message = try error(production)
        for name in ["MOEUM_BASE_URL", "MOEUM_SMTP_URL", "MOEUM_MAIL_FROM"] { #expect(message.contains(name)) }
        let whole = production.merging([
            "MOEUM_BASE_URL": "https://moeum.example/", "MOEUM_SMTP_URL": "smtps://mail.example",
            "MOEUM_MAIL_FROM": "hello@moeum.example",
        ]) { $1 }
        #expect(try config(whole).baseURL == "https://moeum.example")
        #expect(try error(whole.merging(["MOEUM_SMTP_URL": ""]) { $1 }).contains("MOEUM_SMTP_URL"))
        #expect(try error(whole.merging(["MOEUM_BASE_URL": "http://moeum.example"]) { $1 }).contains("MOEUM_BASE_URL"))
        #expect(try error(whole.merging(["MOEUM_LIMITS": "off"]) { $1 }).contains("MOEUM_LIMITS=on"))
        #expect(try config(["MOEUM_LIMITS": "off"]).limits == false && config([:]).limits)
        for (name, value) in [("MOEUM_ARGON2_MEMORY", "19455"), ("MOEUM_ARGON2_ITERATIONS", "1")] {
            #expect(try error(whole.merging([name: value]) { $1 }).contains(name))
            #expect(try !config([name: value]).isProduction)
        }
    }

    @Test("A misspelt variable gets the name that may be meant") func suggestNames() {
        let unknown = Setting.unknownVariables(in: [
            "MOEUM_SMPT_URL": "x", "MOEUM_PORTS": "1", "MOEUM_COLOUR_SCHEME": "x", "MOEUM_PORT": "1", "HOME": "/",
            "MOEUM_SMTP_URL_FILE": "/f", "MOEUM_PORT_FILE": "/f",
        ])
        let told = [
            "MOEUM_COLOUR_SCHEME is no setting", "MOEUM_PORTS is no setting; did you mean MOEUM_PORT?",
            "MOEUM_PORT_FILE is no setting", "MOEUM_SMPT_URL is no setting; did you mean MOEUM_SMTP_URL?",
        ]
        #expect(unknown == told)
    }

    @Test("Every setting says where it comes from, and secrets stay secret") func showOrigins() throws {
        let file = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try Data("opensesame".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let config = try Config(
            flags: ["MOEUM_PORT": "81", "MOEUM_RESOURCES": Project.root.path],
            environment: [
                "MOEUM_HOST": "::1", "MOEUM_SEOUL_API_KEY_FILE": file, "MOEUM_SMTP_URL": "smtp://a:hunter2@b",
                "MOEUM_STORAGE_URL": "s3://a:hunter2@s3.example/jip", "MOEUM_BACKUP_TO": "/srv/backups",
            ]
        )
        let origins = Dictionary(uniqueKeysWithValues: config.origins.map { ($0.name, $0) })
        #expect(origins.count == Setting.all.count)
        #expect(origins["MOEUM_PORT"]?.value == "81" && origins["MOEUM_PORT"]?.source == "--port")
        #expect(origins["MOEUM_HOST"]?.value == "::1" && origins["MOEUM_HOST"]?.source == "environment")
        #expect(origins["MOEUM_LOG_FORMAT"]?.value == "text" && origins["MOEUM_LOG_FORMAT"]?.source == "default")
        #expect(origins["MOEUM_SEOUL_API_KEY"]?.source == "MOEUM_SEOUL_API_KEY_FILE (\(file))")
        #expect(origins["MOEUM_STORAGE_URL"]?.value == "s3://s3.example/jip")
        #expect(origins["MOEUM_BACKUP_TO"]?.value == "/srv/backups")
        let text = config.origins.map { "\($0)" }.joined()
        #expect(!text.contains("opensesame") && !text.contains("hunter2"))
    }

    @Test("Durations are read with their unit", arguments: [("90m", 5_400.0), ("24h", 86_400), ("7d", 604_800)])
    func readDurations(_ text: String, _ seconds: Double) throws {
        #expect(Config.seconds(text) == seconds)
        for wrong in ["", "0h", "24", "h", "-1h", "1.5h", "24 h"] { #expect(Config.seconds(wrong) == nil, "\(wrong)") }
        #expect(try config(["MOEUM_BACKUP_EVERY": text]).backupInterval == seconds)
    }

    @Test("Browsers are told of HTTPS as it is set") func sendHSTS() throws {
        func header(_ settings: [String: String]) throws -> String? {
            var headers = HTTPFields()
            SecurityHeaders(try config(settings)).add(to: &headers)
            return headers[.strictTransportSecurity]
        }
        let secure = ["MOEUM_BASE_URL": "https://moeum.example"]
        #expect(try header([:]) == nil && header(secure) == "max-age=31536000")
        #expect(try header(secure.merging(["MOEUM_HSTS": "off"]) { $1 }) == nil)
        let everywhere = try header(secure.merging(["MOEUM_HSTS": "subdomains"]) { $1 })
        #expect(everywhere == "max-age=31536000; includeSubDomains")
    }

    @Test("Flags are taken out of the arguments") func splitArguments() throws {
        let (given, rest) = try Setting.split(
            ["serve", "--port", "80", "--no-sample", "--data-dir=/a=b", "--key", "k", "--port", "81", "--", "--host"],
            Setting.all
        )
        #expect(given == ["MOEUM_PORT": "81", "MOEUM_DATA_DIR": "/a=b", "MOEUM_SEOUL_API_KEY": "k"])
        #expect(rest == ["serve", "--no-sample", "--", "--host"])
        #expect(try Setting.split(["--smtp-url-file", "/f"], Setting.all).given == ["MOEUM_SMTP_URL_FILE": "/f"])
        #expect(throws: Config.Error.self) { try Setting.split(["--port"], Setting.all) }
    }

    /// `import seoul --base-url` is no setting: it is where the open data is asked for.
    @Test("A command leaves flags that are not its own") func leaveOtherFlags() throws {
        let arguments = ["--base-url", "http://127.0.0.1:9", "--key", "k"]
        let (given, rest) = try Setting.split(arguments, Setting.importing)
        #expect(given == ["MOEUM_SEOUL_API_KEY": "k"] && rest == ["--base-url", "http://127.0.0.1:9"])
    }

    @Test("The help names every setting and its file") func helpWithSettings() {
        let help = Setting.help(Setting.all)
        for setting in Setting.all {
            #expect(help.contains(setting.name), "\(setting.name)")
            for (flag, _) in setting.flags { #expect(help.contains(flag), "\(flag)") }
        }
        for name in ["--seoul-api-key-file", "--smtp-url-file", "--database-url-file", "--mail-from", "--key"] {
            #expect(help.contains(name))
        }
        #expect(!help.contains("`"))
    }

    @Test("Every command's help names its settings") func helpWithCommands() throws {
        var commands = 0
        for path in try Project.files("Sources/moeum", ending: ".swift") {
            for command in try Project.text(path).split(separator: /struct \w+: (?:Site|App)Command {/).dropFirst() {
                commands += 1
                #expect(command.contains("= configured("), "\(path)")
            }
        }
        #expect(try Project.text("Sources/moeum/SiteCommand.swift").contains("Setting.help(settings)"))
        #expect(commands >= 5)
    }

    @Test("The documented table is the same") func matchDocument() throws {
        let lines = try Project.text("docs/configuration.md").split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("| `MOEUM_") } == Setting.all.map(\.row))
    }

    @Test("Every name in the sources is in the table") func nameSettingsOnce() throws {
        let known = Set(Setting.all.flatMap(\.flags).map(\.name))
        let named = try Project.files("Sources", ending: ".swift").flatMap { path in
            try Project.text(path).matches(of: /MOEUM_[A-Z_]*[A-Z]/).map { String($0.output) }
        }
        #expect(Set(named).subtracting(known) == [])
    }

    @Test("A flag comes before the environment in either form") func preferFlags() throws {
        let environment = ["MOEUM_SEOUL_API_KEY_FILE": "/nowhere", "MOEUM_PORT": "1", "MOEUM_HOST": "::1"]
        let value = Setting.lookup(["MOEUM_SEOUL_API_KEY": "from-the-flag", "MOEUM_PORT": "2"], environment)
        #expect(value("MOEUM_SEOUL_API_KEY") == "from-the-flag")
        #expect(value("MOEUM_SEOUL_API_KEY_FILE") == nil)
        #expect(value("MOEUM_PORT") == "2")
        #expect(value("MOEUM_HOST") == "::1")
        #expect(Setting.lookup([:], environment)("MOEUM_SEOUL_API_KEY_FILE") == "/nowhere")
        #expect(try Config(value).seoulAPIKey == "from-the-flag")
    }
}

extension Setting {
    /// Its row in `docs/configuration.md`.
    fileprivate var row: String {
        let names = isSecret ? "`\(name)`, `…_FILE`" : "`\(name)`"
        let standard =
            switch self.standard {
            case .nothing: "none"
            case .value(let text): "`\(text)`"
            case .described(let words): words
            }
        return "| \(names) | \(standard) | \(explanation) |"
    }
}
