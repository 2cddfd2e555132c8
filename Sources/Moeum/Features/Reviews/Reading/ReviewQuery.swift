import Foundation

/// The query of a place's reviews, as in its address. Unknown names and bad values are ignored; `address` writes it in a fixed
/// order without defaults, so that each list has one canonical address.
struct ReviewQuery: Sendable, Equatable {
    enum Sort: String, Sendable, CaseIterable {
        case new, helpful, high, low
    }

    private static let maxKeywords = 30

    /// Ascending; empty for all.
    var stars: [Int] = []
    var hasPhotosOnly = false
    /// Ids, ascending: a review needs any one of them.
    var keywords: [Keyword.ID] = []
    var language: Language?
    /// Only reviews written within the last year.
    var isOfPastYear = false
    /// Only the reader's own review.
    var isMine = false
    var sort = Sort.new
    /// The review after which the page begins.
    var after: ReviewCursor?

    /// Whether the query has nothing but an order.
    var isPlain: Bool {
        stars.isEmpty && !hasPhotosOnly && keywords.isEmpty && language == nil && !isOfPastYear && !isMine
    }

    /// Names and values in canonical order, defaults left out.
    var items: [(name: String, value: String)] {
        var items = stars.map { (name: "rating", value: "\($0)") }
        if hasPhotosOnly { items.append(("photos", "1")) }
        items += keywords.map { ("keyword", "\($0)") }
        if let language { items.append(("language", language.rawValue)) }
        if isOfPastYear { items.append(("within", "1y")) }
        if isMine { items.append(("mine", "1")) }
        if sort != .new { items.append(("sort", sort.rawValue)) }
        if let after { items.append(("after", after.text)) }
        return items
    }

    /// Path and query.
    func address(_ path: String) -> String { items.address(path) }

    /// The first page of the same list with a change.
    func with(_ change: (inout ReviewQuery) -> Void) -> ReviewQuery {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy
    }
}

extension ReviewQuery {
    /// - Parameters:
    ///   - items: decoded names and values of the query, in the address's order.
    ///   - mayBeMine: whether the reader has an account.
    init(_ items: [(name: String, value: String)], mayBeMine: Bool) {
        func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            values(name).lazy.compactMap(read).first
        }
        let asked = Set(values("rating").compactMap(Int.init).filter { (1...5).contains($0) })
        stars = asked.count == 5 ? [] : asked.sorted()
        hasPhotosOnly = values("photos").contains("1")
        keywords = Array(
            Set(values("keyword").compactMap { Keyword.ID($0) }.filter { $0 > .absent }).sorted().prefix(
                Self.maxKeywords
            )
        )
        language = first("language", Language.init)
        isOfPastYear = values("within").contains("1y")
        isMine = mayBeMine && values("mine").contains("1")
        sort = first("sort", Sort.init) ?? .new
        after = first("after", ReviewCursor.init)
    }
}

/// The last review of a page, after which the next page begins: reviews written meanwhile are neither repeated nor skipped.
struct ReviewCursor: Sendable, Equatable {
    /// The value that the order has before age: helpful votes or stars; 0 in the order of age.
    let primary: Int64
    /// In milliseconds since 1970.
    let createdAt: Int64
    let id: Review.ID

    private static let radix = 36

    var text: String { [primary, createdAt, id.rawValue].map { String($0, radix: Self.radix) }.joined(separator: ".") }
}

extension ReviewCursor {
    /// Nil for a text that is no key of this program.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map {
            Int64($0, radix: Self.radix)
        }
        guard parts.count == 3, let primary = parts[0], let createdAt = parts[1], let id = parts[2],
            primary >= 0, createdAt >= 0, id >= 0
        else { return nil }
        self.init(primary: primary, createdAt: createdAt, id: Review.ID(rawValue: id))
    }
}
