import Foundation

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
