import ArgumentParser
import Logging
import Moeum

/// A command that works on the site. Its settings come from flags or the environment, checked before it runs.
protocol SiteCommand: AsyncParsableCommand {
    /// The settings that it takes as flags.
    static var settings: [Setting] { get }

    func run(_ config: Config) async throws
}

extension SiteCommand {
    static var settings: [Setting] { Setting.common }

    /// What the help says: of the command, and of its settings.
    static func configured(_ name: String, abstract: String, discussion: String? = nil) -> CommandConfiguration {
        let help = Setting.help(settings)
        return CommandConfiguration(
            commandName: name,
            abstract: abstract,
            discussion: discussion.map { "\($0)\n\n\(help)" } ?? help
        )
    }

    /// Never called: `MoeumCommand.main` passes the settings.
    func run() async throws { throw CleanExit.helpRequest(self) }

    /// The app without its server.
    func withApp(_ config: Config, _ body: (App) async throws -> Void) async throws {
        try await config.withDatabase { database, _ in
            var config = config
            if config.baseURL.isEmpty {
                config.baseURL = try await database.siteAddress() ?? "http://localhost:\(config.port)"
            }
            let app = try App(config: config, database: database, logger: config.logger())
            try await body(app)
            await app.passwords.close()
        }
    }
}

/// A command that works with the app without its server, and may send mail.
protocol AppCommand: SiteCommand {
    func run(_ app: App) async throws
}

extension AppCommand {
    static var settings: [Setting] { Setting.accounts }

    func run(_ config: Config) async throws { try await withApp(config) { try await run($0) } }
}

extension Config {
    func logger() -> Logger {
        let (level, isJSON) = (logLevel, logsJSON)
        return Logger(label: "moeum") { _ in LineLogHandler(level: level, isJSON: isJSON) }
    }
}
