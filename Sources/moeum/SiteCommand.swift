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

    /// Never called: `MoeumCommand.main` passes the settings.
    func run() async throws { throw CleanExit.helpRequest(self) }
}

extension Config {
    func logger() -> Logger {
        let (level, isJSON) = (logLevel, logsJSON)
        return Logger(label: "moeum") { _ in LineLogHandler(level: level, isJSON: isJSON) }
    }
}
