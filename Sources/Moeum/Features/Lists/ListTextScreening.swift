import Foundation

/// What others will read of a list, looked at before they do: a list cannot wait for staff, so what a review would wait for is
/// refused.
struct ListTextScreening: Sendable {
    private let title: Written
    private let note: Written

    init(_ draft: NamedList.Draft) { (title, note) = (Written(draft.title), Written(draft.note)) }

    /// What is not taken, or nil. To be asked in the transaction that writes: who reads a list changes from one to the next.
    /// - Parameters:
    ///   - isRead: whether others will read it, or are asked to.
    ///   - list: what was noted of its places while nobody else read that is looked at too; nil where others did.
    func refusal(
        _ screening: Screening,
        by account: Account.ID,
        at now: Date,
        isRead: Bool,
        opening list: NamedList.ID? = nil,
        _ transaction: Transaction
    ) throws -> NamedList.Draft.Refusal? {
        guard isRead else { return nil }
        var problems: [String: String] = [:]
        func error(_ text: Written) throws -> String? {
            try screening.rejection(inPublicText: text, by: account, at: now, transaction)
        }
        problems["title"] = try error(title)
        problems["note"] = try error(note)
        if let list {
            for entry in try transaction.listEntries(of: list) where !entry.note.isEmpty {
                guard let found = try error(Written(entry.note)) else { continue }
                problems["visibility"] = "entry-\(found)"
                break
            }
        }
        return problems.isEmpty ? nil : NamedList.Draft.Refusal(problems: problems)
    }
}
