import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// Answers to whether a place is still there, given without a session.
extension TestSite {
    @discardableResult
    func confirm(_ place: Place.ID, _ state: Confirmation.State, by person: Account.ID) async throws -> Confirmation.ID
    {
        let now = now
        return try await app.database.write { transaction in
            let account = try #require(try transaction.account(person))
            let confirmation = Confirmation(id: .next(), place: place, state: state, on: SeoulTime(now).isoDay)
            _ = try transaction.saveConfirmation(confirmation, of: account, at: now)
            if state == .closed { try transaction.fileContradictions(of: place, at: now) }
            return confirmation.id
        }
    }

    func confirmations(of place: Place.ID) async throws -> ConfirmationCounts {
        let now = now
        return try await app.database.read { try $0.confirmations(of: place, at: now) }
    }
}
