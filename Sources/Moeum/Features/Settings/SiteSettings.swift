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
    }

    private var changed: [Name: Int]

    init(_ changed: [Name: Int] = [:]) { self.changed = changed }

    subscript(name: Name) -> Int { changed[name] ?? name.standard }

    func isOn(_ name: Name) -> Bool { self[name] != 0 }
}
