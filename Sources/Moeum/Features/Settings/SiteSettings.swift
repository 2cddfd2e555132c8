/// Settings of the automatic rules; each can be switched off, and some have thresholds.
struct SiteSettings: Sendable, Equatable {
    /// The name of a setting in the database and in forms, and its default.
    enum Name: String, Sendable, CaseIterable {
        /// Hold content whose reports reach this weight, in hundredths.
        case hidesReported = "hides-reported"
        case hideWeight = "hide-weight"
        /// Hold reviews in a surge: how many times the usual number, and the fewest reviews.
        case holdsSurges = "holds-surges"
        case surgeFactor = "surge-factor"
        case surgeLeast = "surge-least"
        /// The new-account limits.
        case limitsFirstDay = "limits-first-day"
        case firstDayReviews = "first-day-reviews"
        case firstDayPhotos = "first-day-photos"
        case firstDayReports = "first-day-reports"
        /// Hold words with links by accounts younger than this many days.
        case holdsLinks = "holds-links"
        case linkDays = "link-days"
        /// Refuse or hold content with blocked words and domains.
        case blocksWords = "blocks-words"
        /// Refuse photos equal to a removed one; hold those whose hash differs in at most this many of 64 bits.
        case rejectsRemovedPhotos = "refuses-removed-photos"
        case holdsLikePhotos = "holds-like-photos"
        case photoLikeness = "photo-likeness"

        var standard: Int {
            switch self {
            case .hideWeight: 300
            case .surgeFactor, .surgeLeast: 5
            case .firstDayReviews: 3
            case .firstDayPhotos: 20
            case .firstDayReports: 10
            case .linkDays: 7
            case .photoLikeness: 6
            default: 1
            }
        }

        /// The allowed values. A switch is 0 or 1.
        var range: ClosedRange<Int> {
            switch self {
            case .hideWeight: 50...10_000
            case .surgeFactor: 2...100
            case .surgeLeast: 2...1_000
            case .firstDayReviews, .firstDayPhotos, .firstDayReports: 0...1_000
            case .linkDays: 1...365
            case .photoLikeness: 0...16
            default: 0...1
            }
        }

        var isSwitch: Bool { range == 0...1 }

        /// Weights are stored in hundredths, as those of cases are.
        private var scale: Int { self == .hideWeight ? 100 : 1 }

        /// The value as people read and type it: a weight in units of a usual reporter's, with at least one decimal.
        func text(_ value: Int) -> String {
            guard scale > 1 else { return String(value) }
            let (whole, rest) = value.quotientAndRemainder(dividingBy: scale)
            let hundredths = rest < 10 ? "0\(rest)" : String(rest)
            return "\(whole).\(hundredths.hasSuffix("0") ? String(hundredths.dropLast()) : hundredths)"
        }

        /// The stored value of what was typed; nil where it is no number.
        func value(_ text: String) -> Int? {
            guard scale > 1 else { return Int(text) }
            guard let match = text.wholeMatch(of: /([0-9]{1,6})(?:[.,]([0-9]{1,2}))?/),
                let whole = Int(match.output.1)
            else { return nil }
            let decimals = String(match.output.2 ?? "")
            let padded = decimals + String(repeating: "0", count: 2 - decimals.count)
            return whole * scale + (Int(padded) ?? 0)
        }
    }

    private var changed: [Name: Int]

    init(_ changed: [Name: Int] = [:]) { self.changed = changed }

    subscript(name: Name) -> Int { changed[name] ?? name.standard }

    func isOn(_ name: Name) -> Bool { self[name] != 0 }
}
