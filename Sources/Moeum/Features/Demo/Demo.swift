import Foundation

/// Fills an empty database with invented places, people and reviews for load tests; equal for the same seed and day.
package struct Demo: Sendable {
    /// How many places, people, reviews and favourites.
    package struct Amounts: Sendable {
        package let places: Int
        package let accounts: Int
        package let reviews: Int
        package let favourites: Int

        package init(places: Int, accounts: Int, reviews: Int, favourites: Int = 0) {
            self.places = places
            self.accounts = accounts
            self.reviews = reviews
            self.favourites = favourites
        }

        /// Why the amounts are impossible, in words for a terminal; nil where they are possible.
        fileprivate var error: String? {
            if min(places, accounts, reviews, favourites) < 0 {
                return "places, accounts, reviews and favourites are counted from 0"
            }
            let makers = "\(counted(places, "place")) and \(counted(accounts, "account"))"
            let (limit, overflows) = places.multipliedReportingOverflow(by: accounts)
            if !overflows, reviews > limit {
                return "\(makers) have at most \(counted(limit, "review")), one a person and place"
            }
            let (kept, isMany) = min(places, Favourite.maxCount).multipliedReportingOverflow(by: accounts)
            if isMany || favourites <= kept { return nil }
            return "\(makers) have at most \(counted(kept, "favourite"))"
        }
    }

    /// The kind of rows being made.
    package enum Stage: String, Sendable {
        case places, accounts, reviews, counts, favourites
    }

    /// Why nothing was made, in words for a terminal.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    private static let reviewsPerWrite = 50_000
    private static let rowsPerWrite = 5_000

    private static let keepersPerWrite = 50

    private let places: DemoPlaces
    private let districts: Districts
    private let keywords: KeywordLoader

    /// - Parameter dataDirectory: the folder with the tables of districts, types and keywords, and the map.
    package init(dataDirectory: String) throws {
        places = try DemoPlaces(dataDirectory: dataDirectory)
        districts = try Districts.load(from: dataDirectory)
        keywords = KeywordLoader(directory: dataDirectory)
    }

    /// - Parameters:
    ///   - now: the time of the latest review.
    ///   - onProgress: called after each batch with the number of rows of the kind.
    package func fill(
        _ database: any Database,
        _ amounts: Amounts,
        seed: UInt64,
        now: Date = .now,
        onProgress: (Stage, Int) -> Void = { _, _ in }
    ) async throws {
        if let error = amounts.error { throw Error(description: error) }
        guard try await database.read({ try $0.hasNoPlaces() && $0.hasNoAccounts() }) else {
            throw Error(description: "the database is not empty; demo fills an empty one only")
        }
        try await keywords.load(into: database)
        let today = SeoulTime(now).isoDay
        try await places.fill(database, places: amounts.places, seed: seed, today: today) { onProgress(.places, $0) }
        var people = DemoPeople(count: amounts.accounts, seed: seed, now: now)
        var made = 0
        while let batch = people.next(Self.rowsPerWrite) {
            try await database.write { try $0.insertDemoRows(batch) }
            made += batch.count
            onProgress(.accounts, made)
        }
        let spots = try await database.read { [districts] in try $0.demoPlaces(districts) }
        let keywords = try await database.read { try $0.demoKeywords() }
        let reviews = DemoReviews(
            spots,
            keywords,
            accounts: amounts.accounts,
            count: amounts.reviews,
            seed: seed,
            now: now
        )
        try await fill(database, reviews, onProgress)
        guard amounts.favourites > 0 else { return }
        let favourites = DemoFavourites(
            spots,
            accounts: amounts.accounts,
            count: amounts.favourites,
            seed: seed,
            now: now
        )
        try await fill(database, favourites, onProgress)
    }

    private func fill(
        _ database: any Database,
        _ favourites: DemoFavourites,
        _ onProgress: (Stage, Int) -> Void
    ) async throws {
        var favourites = favourites
        var made = 0
        while let owners = favourites.next(Self.keepersPerWrite, favourites: Self.rowsPerWrite) {
            try await database.write { for owner in owners { try $0.insertDemoFavourites(owner) } }
            made += owners.reduce(0) { $0 + $1.favourites.count }
            onProgress(.favourites, made)
        }
    }

    private func fill(
        _ database: any Database,
        _ reviews: DemoReviews,
        _ onProgress: (Stage, Int) -> Void
    ) async throws {
        var reviews = reviews
        var made = 0
        while let batch = reviews.next(Self.reviewsPerWrite) {
            try await database.write { try $0.insertDemoRows(batch) }
            made += batch.count
            onProgress(.reviews, made)
        }
        let counts = reviews.counts.filter { $0.counts.count > 0 }
        for start in stride(from: 0, to: counts.count, by: Self.rowsPerWrite) {
            let some = counts[start..<min(start + Self.rowsPerWrite, counts.count)]
            try await database.write { for (place, counts) in some { try $0.setRatingCounts(counts, at: place) } }
            onProgress(.counts, start + some.count)
        }
    }
}
