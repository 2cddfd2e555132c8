import Foundation

/// What a list of a place's reviews asks for. Unknown keys and bad values are ignored, and the address it gives back is
/// always in one order with the defaults left out, so that each list has one canonical address.
struct ReviewQuery: Sendable, Equatable {
    enum Sort: String, Sendable, CaseIterable {
        case new, helpful, high, low
    }

    private static let maxKeywords = 30

    /// Ascending; none for all.
    var stars: [Int] = []
    var hasPhotosOnly = false
    /// Ids, ascending: any of them will do.
    var keywords: [Keyword.ID] = []
    var language: Language?
    /// Written within the last year.
    var isOfPastYear = false
    /// Only the reader's own, where the reader has an account.
    var isMine = false
    var sort = Sort.new
    /// Where the list goes on.
    var after: ReviewCursor?

    init() {}

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
            Set(values("keyword").compactMap(Int64.init).filter { $0 > 0 }).sorted().prefix(Self.maxKeywords)
        )
        language = first("language", Language.init)
        isOfPastYear = values("within").contains("1y")
        isMine = mayBeMine && values("mine").contains("1")
        sort = first("sort", Sort.init) ?? .new
        after = first("after", ReviewCursor.init)
    }

    /// Nothing but an order is asked for.
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

    /// Path and query. No value needs an escape: all are made of letters, digits and points.
    func address(_ path: String) -> String {
        let query = items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// The same list from its start, with one thing changed.
    func with(_ change: (inout ReviewQuery) -> Void) -> ReviewQuery {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy
    }
}

/// The review in a list's order after which it goes on: those written meanwhile neither repeat nor hide others.
struct ReviewCursor: Sendable, Equatable {
    /// What the order is by before age: helpful votes or stars; 0 where there is nothing.
    let primary: Int64
    /// In milliseconds since 1970.
    let createdAt: Int64
    let id: Int64

    init(primary: Int64, createdAt: Int64, id: Int64) {
        self.primary = primary
        self.createdAt = createdAt
        self.id = id
    }

    private static let radix = 36

    /// Nil for anything this program did not make.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map {
            Int64($0, radix: Self.radix)
        }
        guard parts.count == 3, let primary = parts[0], let createdAt = parts[1], let id = parts[2],
            primary >= 0, createdAt >= 0, id >= 0
        else { return nil }
        self.init(primary: primary, createdAt: createdAt, id: id)
    }

    var text: String { [primary, createdAt, id].map { String($0, radix: Self.radix) }.joined(separator: ".") }
}
