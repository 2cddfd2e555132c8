import Foundation

/// Hiding and restoring content from the command line.
package struct VisibilityActions: Sendable {
    /// A review or photo by its id.
    package enum Target: Sendable, CustomStringConvertible {
        case review(Review.ID)
        case photo(Photo.ID)

        package var description: String {
            switch self {
            case .review(let id): "review \(id)"
            case .photo(let id): "photo \(id)"
            }
        }
    }

    private let app: App
    private let reason: ModerationReason?
    private let note: String

    /// - Parameters:
    ///   - reason: one of `reasons`; nil for none.
    ///   - note: words for the author.
    package init(app: App, reason: String? = nil, note: String = "") {
        self.app = app
        self.reason = reason.flatMap(ModerationReason.init(rawValue:))
        self.note = note
    }

    /// The reasons that can be given.
    package static let reasons = ModerationReason.allCases.map(\.rawValue)

    /// - Returns: whether it was not hidden before.
    package func hide(_ target: Target) async throws -> Bool {
        let hidden = VisibilityState(hiddenAt: app.clock())
        let isNew = try await record(.hide, on: target) { $0.hiddenAt == nil ? hidden : $0 }
        if isNew { app.logger.notice("hidden", metadata: ["what": "\(target)"]) }
        return isNew
    }

    /// - Returns: whether it was hidden.
    package func restore(_ target: Target) async throws -> Bool {
        let wasHidden = try await record(.restore, on: target) { _ in VisibilityState() }
        if wasHidden { app.logger.notice("restored", metadata: ["what": "\(target)"]) }
        return wasHidden
    }

    /// Like an action of staff: with an audit entry, and a mail to the author, who can appeal.
    private func record(
        _ action: AuditEntry.Action,
        on target: Target,
        _ change: @escaping @Sendable (VisibilityState) -> VisibilityState
    ) async throws -> Bool {
        let audit = AuditContext(
            actor: .command,
            reason: reason,
            note: note,
            at: app.clock(),
            emailRenderer: app.emailRenderer
        )
        let (content, auditedChange) =
            switch target {
            case .review(let id): (AuditEntry.Target.review(id), AuditedChange.reviewVisibility)
            case .photo(let id): (AuditEntry.Target.photo(id), AuditedChange.photoVisibility)
            }
        do {
            return try await app.database.write { transaction in
                try transaction.recordChange(action, on: content, auditedChange, audit, change) != nil
            }
        } catch let problem as Problem where problem == .notFound {
            throw StaffCommands.Error(description: "there is no \(target)")
        }
    }
}
