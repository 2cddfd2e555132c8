import Foundation

/// Erases the accounts of people who asked to leave and did not come back for fourteen days: rows, mails and files.
struct AccountErasure: Sendable {
    let database: any Database
    let files: ArchiveFiles
    let press: LetterPress

    /// Erases everybody whose time is over.
    /// - Returns: how many.
    @discardableResult
    func run(at now: Date = .now) async throws -> Int {
        let moment = now.addingTimeInterval(-Account.leavingPeriod)
        var count = 0
        while !Task.isCancelled, let leaver = try await database.read({ try $0.nextLeaver(askedBefore: moment) }) {
            if try await erase(leaver, askedBefore: moment) { count += 1 }
        }
        return count
    }

    private func erase(_ leaver: Leaver, askedBefore moment: Date) async throws -> Bool {
        let isErased = try await database.write { transaction in
            guard try transaction.erase(leaver, askedBefore: moment) else { return false }
            try transaction.post(
                Letter(.left, to: leaver.email, nickname: leaver.nickname, language: leaver.language),
                by: press
            )
            return true
        }
        guard isErased else { return false }
        // What a crash leaves here belongs to no row any more, and the sweep of archives takes it.
        try await files.threads.run { [files] in
            files.remove(leaver.exports, .export)
            files.remove(leaver.imports, .import)
        }
        return true
    }
}
