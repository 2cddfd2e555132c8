import Foundation

extension App {
    /// What the site has to know from its server's start on: where it is, for commands that mail links, and since when another
    /// program is told what happens.
    func recordStart() async throws {
        let (address, isHooked, now) = (config.baseURL, config.webhook != nil, clock())
        try await database.write { transaction in
            if try transaction.siteValue("address") != address { try transaction.setSiteValue("address", to: address) }
            if isHooked != (try transaction.webhookSince() != nil) {
                try transaction.setSiteValue("webhook-since", to: isHooked ? String(now.milliseconds) : nil)
            }
        }
    }
}

extension Database {
    /// The base URL of the server that last ran here; nil where none ever did.
    package func siteAddress() async throws -> String? { try await read { try $0.siteValue("address") } }
}
