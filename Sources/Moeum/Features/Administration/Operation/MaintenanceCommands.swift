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

extension Transaction {
    /// When the site was closed for maintenance; nil while it is open.
    func maintenanceSince() throws -> Date? {
        try siteValue("maintenance-since").flatMap { Int64($0) }.map { Date(milliseconds: $0) }
    }

    /// - Parameter now: nil opens the site.
    func setMaintenance(since now: Date?) throws {
        try setSiteValue("maintenance-since", to: now.map { String($0.milliseconds) })
    }
}
