/// What of the wall is asked for, from an address. Invalid values are ignored.
struct WallQuery: Sendable, Equatable {
    /// Where a page begins.
    enum Start: Sendable, Equatable {
        case newest
        /// Behind a photo, which the page before ends with.
        case after(Photo.ID)
        /// With a photo, or the nearest behind it where it is gone, so that somebody who comes back finds what they left.
        case from(Photo.ID)
    }

    static let pageSize = 15
    /// So many pages are shown as one; after them a new one begins.
    static let maxPages = 8

    var district: String?
    var kind: Place.Kind?
    var start = Start.newest
    var pages = 1

    init() {}

    /// - Parameter items: decoded names and values.
    init(_ items: [(name: String, value: String)], _ districts: Districts) {
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            items.filter { $0.name == name }.compactMap { read($0.value) }.first
        }
        district = first("district") { districts[slug: $0]?.slug }
        kind = first("kind", Place.Kind.init)
        if let after = first("after", { Photo.ID($0) }) {
            start = .after(after)
        } else if let from = first("from", { Photo.ID($0) }) {
            start = .from(from)
        }
        pages = min(max(first("pages") { Int($0) } ?? 1, 1), Self.maxPages)
    }

    var isNarrowed: Bool { district != nil || kind != nil }
    var limit: Int { pages * Self.pageSize }

    private var filters: [String] {
        [district.map { "district=\($0)" }, kind.map { "kind=\($0.rawValue)" }].compactMap(\.self)
    }

    /// The address of the newest photos with the same filters.
    var newest: String { Self.address(filters) }

    /// The address of the page behind a photo.
    func address(after photo: Photo.ID) -> String { Self.address(filters + ["after=\(photo)"]) }

    private static func address(_ items: [String]) -> String {
        items.isEmpty ? "/photos" : "/photos?\(items.joined(separator: "&"))"
    }
}
