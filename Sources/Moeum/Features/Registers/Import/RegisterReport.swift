import Foundation

/// What an import of a register did, or would do.
package struct RegisterReport: Sendable, Equatable {
    /// One district's part, or the whole.
    package struct Counts: Sendable, Equatable {
        /// Rows of the register.
        package var rows = 0
        /// Places of ours that it names.
        package var matched = 0
        package var open = 0
        package var closed = 0
        /// Places of which something changed.
        package var changed = 0
        /// Rows that could not be read.
        package var refused = 0

        mutating func add(_ other: Counts) {
            rows += other.rows
            matched += other.matched
            open += other.open
            closed += other.closed
            changed += other.changed
            refused += other.refused
        }

        package var line: String {
            "rows \(rows), matched \(matched), open \(open), closed \(closed), changed \(changed), refused \(refused)"
        }
    }

    let run: RegisterRun.ID
    let register: Register
    /// `yyyy-MM-dd`.
    package let asOf: String
    let isDryRun: Bool
    /// How many places of ours it could have named.
    package let places: Int
    var matchedBy: [RegisterMatch: Int] = [:]
    /// Rows that could mean several places, and places that several rows could mean.
    package var ambiguous = 0
    /// By the slug of the district; rows of no known district are under an empty one.
    package var districts: [String: Counts] = [:]
    /// Districts that were held back, with the guard's code.
    package var held: [String: RegisterFailure.Code] = [:]
    /// Places that it names, of which a later day is known: nothing is taken of them.
    private(set) var older = 0
    /// The last of those days.
    private(set) var laterDay: String?
    /// Listed places that it closes.
    package var newlyClosed = 0
    /// Rows that could not be read: the first ones.
    var rejections: [RegisterRejection] = []
    /// Why nothing was changed; nil where something could be.
    package var failure: RegisterFailure?

    package var total: Counts {
        districts.values.reduce(into: Counts()) { $0.add($1) }
    }

    /// - Parameter day: what is known of a place is of it, and not of the register's, which is earlier.
    mutating func addOlder(than day: String) {
        older += 1
        laterDay = max(laterDay ?? day, day)
    }

    /// 0 where all went well, 3 where rows were refused or districts held back, 1 where nothing was taken.
    package var exitCode: Int32 {
        if failure != nil { return 1 }
        return held.isEmpty && total.refused == 0 ? 0 : 3
    }

    /// How many refused rows are named.
    private static let namedRejections = 20

    /// What there is to say, line by line; how many places were matched comes last.
    package var lines: [String] {
        var lines = rejections.filter { !$0.isFieldAlone }.prefix(Self.namedRejections).map { rejection in
            "refused \(rejection.file):\(rejection.line) \(rejection.row): \(rejection.reason.rawValue)"
        }
        lines += districts.sorted { $0.key < $1.key }.map { slug, counts in
            let held = held[slug].map { ", held back: \($0.rawValue)" } ?? ""
            return "\(slug.isEmpty ? "elsewhere" : slug): \(counts.line)\(held)"
        }
        lines.append("all: \(total.line)")
        if newlyClosed > 0 { lines.append("closes \(counted(newlyClosed, "listed place"))") }
        if ambiguous > 0 { lines.append("ambiguous \(ambiguous): joined to no place") }
        if isDryRun { lines.append("dry run: nothing was changed") }
        if let failure { lines.append("nothing was changed: \(failure.text)") }
        if let laterDay {
            let (rows, them) = older == 1 ? ("row is", "it") : ("rows are", "them")
            lines.append(
                "older: \(older) matched \(rows) older than what is known (\(laterDay)); nothing was taken from \(them)"
            )
        }
        return lines + ["matched \(total.matched) of \(places)"]
    }
}

/// Why an import of a register, or of a district's part of it, changed nothing.
package struct RegisterFailure: Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        /// A web page, half a file, no header or another register's, or a file that cannot be read.
        case html, truncated, columns, unreadable
        /// The site could not fetch it.
        case unavailable
        /// No rows.
        case empty
        /// Far fewer rows of a district than the last time.
        case fewRows = "few-rows"
        /// Far fewer of our places than it ought to have.
        case fewPlaces = "few-places"
        /// Many places closed at once.
        case manyClosings = "many-closings"
        /// Of every place that it names, a later day is known.
        case older
    }

    package let code: Code
    /// With the figures, for those who run the import.
    package let text: String
}

/// An import of a register.
struct RegisterRun: Sendable, Identifiable {
    let id: Identifier<RegisterRun>
    let register: Register
    let startedAt: Date
}
