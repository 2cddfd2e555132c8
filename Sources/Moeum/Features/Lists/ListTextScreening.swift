import Foundation

/// Screening of a list's texts before others read them: a list cannot be held for staff, so that what would hold a review is
/// refused here.
struct ListTextScreening: Sendable {
    private let title: PreparedText
    private let note: PreparedText

    init(_ details: NamedList.Details) { (title, note) = (PreparedText(details.title), PreparedText(details.note)) }

    /// The refused fields, or nil. Called in the writing transaction, because who reads a list may change until then.
    /// - Parameter list: also screens the notes that were written while nobody else read this list; nil where others did.
    func formErrors(
        _ screening: Screening,
        by account: Account.ID,
        at now: Date,
        opening list: NamedList.ID? = nil,
        _ transaction: Transaction
    ) throws -> FormErrors? {
        var errors: [String: String] = [:]
        func error(_ text: PreparedText) throws -> String? {
            try screening.rejection(inPublicText: text, by: account, at: now, transaction)
        }
        errors["title"] = try error(title)
        errors["note"] = try error(note)
        if let list {
            for entry in try transaction.listEntries(of: list) where !entry.note.isEmpty {
                guard let found = try error(PreparedText(entry.note)) else { continue }
                errors["visibility"] = "entry-\(found)"
                break
            }
        }
        return errors.isEmpty ? nil : FormErrors(errors)
    }
}
