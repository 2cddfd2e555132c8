/// The import of one district or file: rows read, changed and refused.
struct ImportRun: Sendable, Identifiable {
    package let id = Identifier<ImportRun>.next()
    /// The same for all runs of one command.
    let batch: ImportJob.ID
    package let source: String
    /// The district's slug; empty for a file, which may have several districts.
    package let district: String
    /// Milliseconds since 1970.
    let startedAt: Int64
}

/// How many records an import inserted, changed and left unchanged.
package struct ImportCounts: Sendable, Equatable {
    package var inserted = 0
    package var changed = 0
    package var unchanged = 0
    var cancelled = 0
    /// Included in unchanged or changed: shops known to be closed that the list still contains.
    var stillClosed = 0
    /// Shops missing from the list that stay listed, because a row without a key may be theirs.
    var spared = 0

    static func + (one: ImportCounts, other: ImportCounts) -> ImportCounts {
        var sum = one
        sum.inserted += other.inserted
        sum.changed += other.changed
        sum.unchanged += other.unchanged
        sum.cancelled += other.cancelled
        sum.stillClosed += other.stillClosed
        sum.spared += other.spared
        return sum
    }
}

/// A refused row, and why.
package struct ImportRejection: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reason, as pages name them.
    package enum Reason: String, Sendable, CaseIterable {
        case missing, repeated, malformed
        case unknownKind = "unknown-kind"
        case unknownDistrict = "unknown-district"
        // Rows of earlier imports name these: today such a row is taken without the field.
        case badPosition = "bad-position"
        case badDate = "bad-date"
    }

    /// The source's key of the row; without one, its name or position.
    package let row: String
    package let reason: Reason
    /// For the person who runs the import.
    package let words: String

    package var description: String { "\(row): \(words)" }
}
