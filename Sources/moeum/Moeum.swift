import ArgumentParser
import Foundation
import Moeum

/// The command with its subcommands; errors are one plain line on standard error.
@main
struct MoeumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moeum",
        abstract: "Seoul's model restaurants and bookshops, district by district.",
        subcommands: [
            ServeCommand.self, MigrateCommand.self, ImportCommand.self, GeocodeCommand.self, AdminCommand.self,
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
                let environment = ProcessInfo.processInfo.environment
                try await command.run(Config(Setting.lookup(flags, environment)))
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
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
