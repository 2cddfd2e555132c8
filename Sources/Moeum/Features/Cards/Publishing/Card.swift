import Foundation

/// A photo card that its maker has made public: everybody with the link can see it.
struct Card: Sendable, Identifiable {
    let id: Identifier<Card>
    /// What its link ends with; nobody can guess it.
    let token: String
    let account: Account.ID
    /// Nil for one that was taken back.
    let source: CardSource?
    let place: Place.ID?
    let plan: CardPlan
    let weatherProvider: WeatherProvider?
    let alt: String
    let createdAt: Date
    let hiddenAt: Date?
    let withdrawnAt: Date?
    /// Whether its source and its photo in it are there for others to see, and nothing but staff hides it.
    let isAlive: Bool

    var path: String { "/c/\(token)" }
    var isPublic: Bool { hiddenAt == nil && withdrawnAt == nil && isAlive }

    /// All that stands on it and its description, a line each.
    var text: String {
        [plan.words.name, plan.words.place, plan.words.line, plan.words.date, alt].filter { !$0.isEmpty }.joined(
            separator: "\n"
        )
    }

    /// Its photo, as a report keeps it.
    var snapshotPictures: [Snapshot.Picture] {
        plan.photo.map { [Snapshot.Picture(photo: $0.id, blob: $0.hash, alt: $0.alt, files: $0.files)] } ?? []
    }

    static let maxCount = 200
}

extension RateLimits {
    /// Pictures of cards that are drawn for one account.
    var cardDrawings: RateLimit? { limit("card-drawing", atOnce: 360, thenOneEach: .seconds(3)) }
    /// Cards that one account makes public.
    var cards: RateLimit? { limit("card", atOnce: 20, thenOneEach: .seconds(60)) }
}

extension ArchivePart {
    /// Public cards are exported only: importing an archive makes nothing public.
    static let cards = ArchivePart(
        name: "cards",
        columns: [
            Column("look", .text), Column("name", .text), Column("where", .text), Column("line", .text),
            Column("date", .text), Column("alt", .text), Column("hidden", .flag), Column("createdAt", .time),
        ],
        rows: { try $0.archivedCards(of: $1) }
    )
}

extension Feature {
    /// Photo cards of entries, visits and reviews, shared as pictures or by a link.
    static let cards = Feature(
        pages: [CardSheetPage.self, OwnCardPage.self, PublicCardPage.self, CardAlbumPage.self],
        routes: { app in [CardRoutes(app: app), PublicCardRoutes(app: app), CardAlbumRoutes(app: app)] }
    )
}
