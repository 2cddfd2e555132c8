import Foundation

/// Counts each month that is over once for all, so that the page reads twelve rows and not their deeds.
struct MonthFiguresKeeper: Sendable {
    let database: any Database
    let clock: @Sendable () -> Date

    func run() async throws {
        let now = clock()
        let missing = try await database.read { try $0.monthsToKeep(upTo: now, limit: TransparencyRoutes.mostMonths) }
        for month in missing { try await database.write { try $0.keepFigures(of: month) } }
    }
}
