/// How the site looks after itself, as staff set it; each rule can be switched off, and where it has a threshold that can be
/// changed.
struct SiteSettings: Sendable, Equatable {
    /// A rule's name, in the database and in forms, and what holds where staff changed nothing.
    enum Name: String, Sendable, CaseIterable {
        /// Hide what enough people reported: their weights in hundredths.
        case hidesReported = "hides-reported"
        case hideWeight = "hide-weight"
        /// Hold reviews of a place where many come at once: how many times as many as usual, and from how many on.
        case holdsSurges = "holds-surges"
        case surgeFactor = "surge-factor"
        case surgeLeast = "surge-least"
        /// What an account may do in its first 24 hours.
        case limitsFirstDay = "limits-first-day"
        case firstDayReviews = "first-day-reviews"
        case firstDayPhotos = "first-day-photos"
        case firstDayReports = "first-day-reports"
        /// Hold words with links of accounts younger than so many days.
        case holdsLinks = "holds-links"
        case linkDays = "link-days"
        /// Refuse or hold words and domains of the lists.
        case blocksWords = "blocks-words"
        /// Refuse photos equal to a removed one; hold those that differ in at most so many bits of 64.
        case refusesRemovedPhotos = "refuses-removed-photos"
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

        /// What may be set. A switch is 0 or 1.
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

        /// How many of what is kept are one of what people read: weights are kept in hundredths, as those of cases are.
        private var scale: Int { self == .hideWeight ? 100 : 1 }

        /// As people read and type it: weights in units of a usual person's, with one decimal at least.
        func text(_ value: Int) -> String {
            guard scale > 1 else { return String(value) }
            let (whole, rest) = value.quotientAndRemainder(dividingBy: scale)
            let hundredths = rest < 10 ? "0\(rest)" : String(rest)
            return "\(whole).\(hundredths.hasSuffix("0") ? String(hundredths.dropLast()) : hundredths)"
        }

        /// What somebody typed, as it is kept; nil where it is no number.
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
