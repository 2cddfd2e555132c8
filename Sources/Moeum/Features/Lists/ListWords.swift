import Foundation

/// What others will read of a list, looked at before they do: a list cannot wait for staff, so what a review would wait for is
/// refused.
struct ListWords: Sendable {
    private let title: Written
    private let note: Written
    private let isRead: Bool
    /// Whether what was noted of its places comes before others now.
    private let isOpened: Bool

    /// - Parameters:
    ///   - before: who could read it until now; nil for a new one.
    ///   - isShared: whether others work on it or are asked to.
    ///   - isAsking: whether somebody is about to be asked.
    init(
        _ draft: NamedList.Draft,
        before: NamedList.Visibility? = nil,
        isShared: Bool = false,
        isAsking: Bool = false
    ) {
        (title, note) = (Written(draft.title), Written(draft.note))
        isRead = isShared || isAsking || draft.visibility != .private
        isOpened = isAsking || (before == .private && draft.visibility != .private)
    }

    /// What is not taken, or nil.
    /// - Parameter list: what was noted of its places while nobody else read that is looked at too.
    func refusal(
        _ screening: Screening,
        by account: Account.ID,
        at now: Date,
        entriesOf list: NamedList.ID? = nil,
        _ transaction: Transaction
    ) throws -> NamedList.Draft.Refusal? {
        guard isRead else { return nil }
        var problems: [String: String] = [:]
        func fault(_ text: Written) throws -> String? {
            try screening.fault(inPublicText: text, by: account, at: now, transaction)
        }
        problems["title"] = try fault(title)
        problems["note"] = try fault(note)
        if let list, isOpened {
            for entry in try transaction.listEntries(of: list) where !entry.note.isEmpty {
                guard let found = try fault(Written(entry.note)) else { continue }
                problems["visibility"] = "entry-\(found)"
                break
            }
        }
        return problems.isEmpty ? nil : NamedList.Draft.Refusal(problems: problems)
    }
}
