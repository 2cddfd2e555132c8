/// A place as schema.org data (https://schema.org/Restaurant, https://schema.org/BookStore) for search engines.
struct StructuredData: ViewModel {
    private struct Address: ViewModel {
        let street: String?
        let district: String

        static let fields: [Field<Address>] = [
            .text("@type") { _ in "PostalAddress" },
            .text("streetAddress") { $0.street },
            .text("addressLocality") { $0.district },
            .text("addressRegion") { _ in "Seoul" },
            .text("addressCountry") { _ in "KR" },
        ]
    }

    private struct Geo: ViewModel {
        let position: Place.Position

        static let fields: [Field<Geo>] = [
            .text("@type") { _ in "GeoCoordinates" },
            .decimal("latitude") { $0.position.latitude },
            .decimal("longitude") { $0.position.longitude },
        ]
    }

    /// The rating (https://schema.org/AggregateRating).
    private struct Aggregate: ViewModel {
        let counts: RatingCounts

        static let fields: [Field<Aggregate>] = [
            .text("@type") { _ in "AggregateRating" },
            .decimal("ratingValue") { $0.counts.mean.map(PlaceRating.rounded) },
            .integer("reviewCount") { $0.counts.count },
            .integer("bestRating") { _ in 5 },
            .integer("worstRating") { _ in 1 },
        ]
    }

    /// One review (https://schema.org/Review).
    private struct Review: ViewModel {
        struct Author: ViewModel {
            let name: String

            static let fields: [Field<Author>] = [.text("@type") { _ in "Person" }, .text("name") { $0.name }]
        }

        struct Rating: ViewModel {
            let stars: Int

            static let fields: [Field<Rating>] = [
                .text("@type") { _ in "Rating" }, .integer("ratingValue") { $0.stars },
                .integer("bestRating") { _ in 5 }, .integer("worstRating") { _ in 1 },
            ]
        }

        let card: ReviewCard

        static let fields: [Field<Review>] = [
            .text("@type") { _ in "Review" },
            .object("author") { Author(name: $0.card.authorName) },
            .text("datePublished") { SeoulTime($0.card.entry.createdAt).isoDay },
            .object("reviewRating") { Rating(stars: $0.card.entry.stars) },
            .text("reviewBody") { $0.card.entry.body },
        ]
    }

    let place: PlaceDetail
    var hours: OpeningHours?
    var reviews: ReviewSection?
    /// The address of the place's newest photo.
    var picture: String?
    let url: String

    private var isRestaurant: Bool { place.card.place.kind == .restaurant }

    /// There is no property for a place that has closed: how to reach it is left out.
    private var isClosed: Bool { place.card.place.status == .closed }

    /// Of the dishes whose prices are known (https://schema.org/priceRange).
    private var priceRange: String? {
        let prices = place.registered.prices.map(\.price.won)
        guard !isClosed, let least = prices.min(), let most = prices.max() else { return nil }
        return least == most ? "₩\(least)" : "₩\(least)–₩\(most)"
    }

    static let fields: [Field<StructuredData>] = [
        .text("@context") { _ in "https://schema.org" },
        .text("@type") { $0.isRestaurant ? "Restaurant" : "BookStore" },
        .text("name") { $0.place.card.name },
        .text("url") { $0.url },
        .text("image") { $0.picture },
        .text("telephone") { $0.isClosed ? nil : $0.place.card.place.phone },
        .text("servesCuisine") { $0.isRestaurant ? $0.place.card.place.category : nil },
        .object("address") {
            Address(street: $0.place.roadAddress ?? $0.place.lotAddress, district: $0.place.card.districtName)
        },
        .object("geo") { $0.place.card.place.position?.pinned.map(Geo.init) },
        .text("priceRange") { $0.priceRange },
        .texts("openingHours") { $0.hours?.intervals.map(\.structuredText) ?? [] },
        .object("aggregateRating") { data in
            data.reviews.flatMap { $0.score.counts.count > 0 ? Aggregate(counts: $0.score.counts) : nil }
        },
        .list("review") { $0.reviews?.reviews.prefix(5).map(Review.init) ?? [] },
    ]

    /// JSON for a script element: `<` is escaped, so that no text can end the element or open a comment.
    func markup() -> Markup { Markup(JSONRepresentation.encode(self, leavingOutEmpty: true)) }
}

extension OpeningHours.Interval {
    /// The `openingHours` of schema.org, such as `Mo 10:00-20:00`; around the clock is `Mo 00:00-23:59` there.
    var structuredText: String {
        let dated = onDayOfOpening
        let day = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][dated.weekday - 1]
        return "\(day) \(SeoulTime.clock(dated.opens))-\(SeoulTime.clock(isWholeDay ? 1_439 : dated.closes))"
    }
}
