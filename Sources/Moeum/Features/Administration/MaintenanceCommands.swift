import Foundation

/// Closes the site and opens it again, for the command.
package enum MaintenanceCommands {
    /// How often a server looks, in seconds.
    package static let interval = 2

    package static func set(_ isOn: Bool, in database: any Database) async throws {
        try await database.write { try $0.setMaintenance(since: isOn ? try $0.maintenanceSince() ?? .now : nil) }
    }
}

extension App {
    /// Reads whether the site is closed.
    @Sendable func readMaintenance() async throws {
        maintenance.isOn = try await database.read { try $0.maintenanceSince() } != nil
    }
}
