import ArgumentParser
import Foundation
import Moeum

/// The command with its subcommands; faults are one plain line on standard error.
@main
struct MoeumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moeum",
        abstract: "Seoul's model restaurants and bookshops, district by district.",
        subcommands: [ServeCommand.self, MigrateCommand.self, ImportCommand.self, DemoCommand.self]
    )
}
