import Foundation
import Logging

/// What whoever runs the program takes out of readers' sight without the site, and brings back.
public struct SightDesk: Sendable {
    /// What is hidden by its number.
    public enum Target: Sendable, CustomStringConvertible {
        case review(Int64)
        case photo(Int64)

        public var description: String {
            switch self {
            case .review(let id): "review \(id)"
            case .photo(let id): "photo \(id)"
            }
        }
    }

    /// Why something was not done, in words for a terminal.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    private let database: any Database
    private let logger: Logger

    public init(database: any Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// - Returns: whether it was not hidden before.
    public func hide(_ target: Target) async throws -> Bool {
        let now = Date.now
        let isNew = try await change(target) { transaction in
            switch target {
            case .review(let id): try transaction.hideReview(id, at: now)
            case .photo(let id): try transaction.hidePhoto(id, at: now)
            }
        }
        if isNew { logger.notice("hidden", metadata: ["what": "\(target)"]) }
        return isNew
    }

    /// - Returns: whether it was hidden.
    public func restore(_ target: Target) async throws -> Bool {
        let wasHidden = try await change(target) { transaction in
            switch target {
            case .review(let id): try transaction.restoreReview(id)
            case .photo(let id): try transaction.restorePhoto(id)
            }
        }
        if wasHidden { logger.notice("restored", metadata: ["what": "\(target)"]) }
        return wasHidden
    }

    private func change(
        _ target: Target,
        _ change: @escaping @Sendable (Transaction) throws -> Bool
    ) async throws -> Bool {
        let result = try await database.write { transaction -> Bool? in
            let isKnown =
                switch target {
                case .review(let id): try transaction.review(id) != nil
                case .photo(let id): try transaction.isPhoto(id)
                }
            return isKnown ? try change(transaction) : nil
        }
        guard let result else { throw Fault(description: "there is no \(target)") }
        return result
    }
}
