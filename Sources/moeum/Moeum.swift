import ArgumentParser
import Foundation
import Moeum

/// The command with its subcommands; errors are one plain line on standard error.
@main
struct MoeumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moeum",
        abstract: "Seoul's model restaurants and bookshops, district by district.",
        version: BuildInformation.current.line + "\nCopyright (c) 2026 the Moeum authors. MIT licence.",
        subcommands: [
            ServeCommand.self, MigrateCommand.self, ImportCommand.self, GeocodeCommand.self, AdminCommand.self,
            BackupCommand.self, RestoreCommand.self, CopyCommand.self, MailCommand.self, ConfigCommand.self,
            HealthcheckCommand.self,
            DoctorCommand.self, MaintenanceCommand.self, PhotosCommand.self,
            DemoCommand.self, PhotoWorkerCommand.self,
        ]
    )

    /// Removes the settings from the arguments, then lets the command parse the rest.
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let settings = (command(named: arguments) as? any SiteCommand.Type)?.settings ?? []
            let (flags, rest) = try Setting.split(arguments, settings)
            var command = try parseAsRoot(rest)
            if let command = command as? any SiteCommand {
                try await command.run(try config(flags))
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
        }
    }

    /// Reads the settings, and warns of variables that look like one.
    private static func config(_ flags: [String: String]) throws -> Config {
        let environment = ProcessInfo.processInfo.environment
        let unknown = Setting.unknownVariables(in: environment)
        do {
            let config = try Config(flags: flags, environment: environment)
            let logger = config.logger()
            for warning in unknown { logger.warning("\(warning)") }
            return config
        } catch {
            // What is missing may be what was misspelt.
            unknown.forEach(warn)
            throw error
        }
    }

    /// The command named by the first arguments.
    private static func command(named words: [String]) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = Self.self
        for word in words {
            let next = command.configuration.subcommands.first { $0.configuration.commandName == word }
            guard let next else { break }
            command = next
        }
        return command
    }
}
