import Foundation

/// Saves the figures of each past month, so that the page reads twelve rows instead of all audit entries.
struct MonthFiguresUpdater: Sendable {
    let database: any Database
    let clock: @Sendable () -> Date

    func run() async throws {
        let now = clock()
        let missing = try await database.read { try $0.monthsToSave(upTo: now, limit: TransparencyRoutes.maxMonths) }
        for month in missing { try await database.write { try $0.saveMonthFigures(of: month) } }
    }
}
