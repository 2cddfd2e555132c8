import Foundation

/// Counts each month that is over once for all, so that the page reads twelve rows and not their audit entries.
struct MonthFiguresUpdater: Sendable {
    let database: any Database
    let clock: @Sendable () -> Date

    func run() async throws {
        let now = clock()
        let missing = try await database.read { try $0.monthsToSave(upTo: now, limit: TransparencyRoutes.maxMonths) }
        for month in missing { try await database.write { try $0.saveMonthFigures(of: month) } }
    }
}
