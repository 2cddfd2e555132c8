import Foundation

/// The last import of a register, and what it changed or would change.
struct LastRegisterImport: Sendable {
    /// A district's part of it.
    struct District: Sendable {
        /// Empty for rows of no known district.
        let slug: String
        let counts: RegisterReport.Counts
        /// The guard that held it back.
        let held: RegisterFailure.Code?
    }

    /// A refused row.
    struct Refusal: Sendable {
        let file: String
        let line: Int
        /// The row's key or name.
        let row: String
        let reason: String
    }

    /// One fact of a place.
    struct Change: Sendable {
        let place: Place.ID
        let name: String
        let change: RegisterChange
    }

    /// How many refused rows, and how many changes are read.
    static let maxRefusals = 100
    static let maxChanges = 50

    let id: RegisterRun.ID
    /// `yyyy-MM-dd`.
    let asOf: String
    let isDryRun: Bool
    let finishedAt: Date
    let failure: RegisterFailure?
    /// How many places of ours it could have named.
    let places: Int
    let matchedBy: [RegisterMatch: Int]
    let ambiguous: Int
    var districts: [District] = []
    /// The first ones.
    var refusals: [Refusal] = []
    var changes: [Change] = []
    var changeCount = 0
    /// When the register was last taken, and its day then.
    var taken: (at: Date, asOf: String)?

    var total: RegisterReport.Counts { districts.reduce(into: RegisterReport.Counts()) { $0.add($1.counts) } }
}
