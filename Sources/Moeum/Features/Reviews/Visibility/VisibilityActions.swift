import Foundation

/// What whoever runs the program takes out of readers' sight without the site, and brings back.
package struct SightDesk: Sendable {
    /// What is hidden by its number.
    package enum Target: Sendable, CustomStringConvertible {
        case review(Int64)
        case photo(Int64)

        package var description: String {
            switch self {
            case .review(let id): "review \(id)"
            case .photo(let id): "photo \(id)"
            }
        }
    }

    /// Why something was not done, in words for a terminal.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private let app: App
    private let reason: ModerationReason?
    private let note: String

    /// - Parameters:
    ///   - reason: why, as in `reasons`; nil gives none in particular.
    ///   - note: what the author reads.
    package init(app: App, reason: String? = nil, note: String = "") {
        self.app = app
        self.reason = reason.flatMap(ModerationReason.init(rawValue:))
        self.note = note
    }

    /// What a reason may be.
    package static let reasons = ModerationReason.allCases.map(\.rawValue)

    /// - Returns: whether it was not hidden before.
    package func hide(_ target: Target) async throws -> Bool {
        let hidden = Sight.state(hiddenAt: app.clock())
        let isNew = try await perform(.hide, on: target) { $0.isEmpty ? hidden : $0 }
        if isNew { app.logger.notice("hidden", metadata: ["what": "\(target)"]) }
        return isNew
    }

    /// - Returns: whether it was hidden.
    package func restore(_ target: Target) async throws -> Bool {
        let wasHidden = try await perform(.restore, on: target) { _ in [:] }
        if wasHidden { app.logger.notice("restored", metadata: ["what": "\(target)"]) }
        return wasHidden
    }

    /// As staff would: it stands in the log, and the author is told and can appeal.
    private func perform(
        _ action: Deed.Action,
        on target: Target,
        _ change: @escaping @Sendable (Deed.State) -> Deed.State
    ) async throws -> Bool {
        let act = Act(actor: .command, reason: reason, note: note, at: app.clock(), press: app.press)
        let (thing, aspect) =
            switch target {
            case .review(let id): (Deed.Target(.review, id), Aspect.reviewSight)
            case .photo(let id): (Deed.Target(.photo, id), Aspect.photoSight)
            }
        do {
            return try await app.database.write { transaction in
                try transaction.perform(action, on: thing, aspect, act, change) != nil
            }
        } catch let problem as Problem where problem == .notFound {
            throw Fault(description: "there is no \(target)")
        }
    }
}
