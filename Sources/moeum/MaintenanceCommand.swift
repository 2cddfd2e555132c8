import ArgumentParser
import Moeum

/// Closes the site for everybody but staff, and opens it again.
struct MaintenanceCommand: SiteCommand {
    static let configuration = configured(
        "maintenance",
        abstract: "Closes the site for everybody but staff (on), or opens it again (off).",
        discussion: """
            While it is closed every page answers 503 and asks to come back in five minutes; staff log in and work as always. \
            A running server notices within two seconds, and a restart changes nothing.
            """
    )

    /// What is to hold.
    enum State: String, CaseIterable, ExpressibleByArgument {
        case on, off
    }

    @Argument(help: "on or off.") var state: State

    func run(_ config: Config) async throws {
        try await config.withDatabase { database, _ in
            try await MaintenanceCommands.set(state == .on, in: database)
        }
        let said = state == .on ? "closed for maintenance" : "open again"
        print("the site is \(said), from \(MaintenanceCommands.interval) seconds from now at the latest")
    }
}
