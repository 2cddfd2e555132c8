import Foundation

extension Transaction {
    /// When the site was closed for maintenance; nil while it is open.
    func maintenanceSince() throws -> Date? {
        try first("SELECT value FROM site_settings WHERE name = 'maintenance-since'") { try $0.string(0) }
            .flatMap { Int64($0) }.map { Date(milliseconds: $0) }
    }

    /// - Parameter now: nil opens the site.
    func setMaintenance(since now: Date?) throws {
        try execute("DELETE FROM site_settings WHERE name = 'maintenance-since'")
        guard let now else { return }
        try execute(
            "INSERT INTO site_settings (name, value) VALUES ('maintenance-since', \(String(now.milliseconds)))"
        )
    }
}
