import Foundation

/// What others will read of a list, looked at before they do: a list cannot wait for staff, so what a review would wait for is
/// refused.
struct ListWords: Sendable {
    private let title: Written
    private let note: Written
    private let isRead: Bool
    private let wasRead: Bool

    /// - Parameter before: who could read it until now; nil for a new one.
    init(_ draft: NamedList.Draft, before: NamedList.Visibility? = nil) {
        (title, note) = (Written(draft.title), Written(draft.note))
        isRead = draft.visibility != .private
        wasRead = before.map { $0 != .private } ?? false
    }

    /// - Parameter list: what was noted of its places while nobody else read that is looked at too.
    /// - Throws: `NamedList.Draft.Refusal`
    func check(
        _ screening: Screening,
        by account: Account.ID,
        at now: Date,
        entriesOf list: NamedList.ID? = nil,
        _ transaction: Transaction
    ) throws {
        guard isRead else { return }
        var problems: [String: String] = [:]
        func fault(_ text: Written) throws -> String? {
            try screening.fault(inPublicText: text, by: account, at: now, transaction)
        }
        problems["title"] = try fault(title)
        problems["note"] = try fault(note)
        if let list, !wasRead {
            for entry in try transaction.listEntries(of: list) where !entry.note.isEmpty {
                guard let found = try fault(Written(entry.note)) else { continue }
                problems["visibility"] = "entry-\(found)"
                break
            }
        }
        if !problems.isEmpty { throw NamedList.Draft.Refusal(problems: problems) }
    }
}
