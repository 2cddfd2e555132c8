/// One district's or one file's part of an import: what was read, what changed, what was refused.
struct ImportRun: Sendable {
    package typealias ID = Int64

    package let id: ID
    /// Shared by the runs of one command.
    let batch: Int64
    package let source: String
    /// A slug; empty for a file, which may hold all districts.
    package let district: String
    /// Milliseconds since 1970.
    let startedAt: Int64

    init(batch: Int64, source: String, district: String, startedAt: Int64) {
        id = Identifier.next()
        self.batch = batch
        self.source = source
        self.district = district
        self.startedAt = startedAt
    }
}

/// How many records an import brought in, changed and left alone.
package struct ImportCounts: Sendable, Equatable {
    package var inserted = 0
    package var changed = 0
    package var unchanged = 0
    var cancelled = 0
    /// Of those unchanged or changed: shops that are known to be closed though the list still names them.
    var stillClosed = 0
    /// Shops that the list does not name and that stay listed all the same, because a row without a key may be theirs.
    var spared = 0

    init() {}

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

/// A row that was not taken, and why.
package struct ImportRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reason, each of which the page about the data can name.
    package enum Reason: String, Sendable, CaseIterable {
        case missing, repeated, malformed
        case unknownKind = "unknown-kind"
        case unknownDistrict = "unknown-district"
        case badPosition = "bad-position"
        case badDate = "bad-date"
    }

    /// The source's key of the row; where it has none, its name or where it stands.
    package let row: String
    package let reason: Reason
    /// For the person who runs the import.
    package let words: String

    package var description: String { "\(row): \(words)" }
}
