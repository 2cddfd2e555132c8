import HummingbirdCore

/// The position of a page in a list that is paged by keys, kept in the page's address alone: `after` is the key that the page
/// begins after, `page` its number, and each `past` the key of a page before it, the latest last. So every list has links back
/// and numbered pages, without being read backwards.
package struct PageTrail: Sendable, Equatable {
    /// The fragment of the rows on every such page.
    package static let anchor = "#list"
    /// How many bytes the keys of earlier pages may have in an address: hundreds of pages, below what proxies take.
    private static let maxPastBytes = 6_000
    /// The longest key in bytes, as encoded in the address.
    private static let maxKeyLength = 600

    /// From 1 on.
    package let number: Int
    private let path: String
    /// The rest of the query.
    private let rest: [Substring]
    private let key: Substring?
    private let past: [Substring]

    package init(_ uri: URI) {
        // Two slashes would begin the name of another host.
        path = "/" + String(Substring(uri.path.utf8.drop { $0 == UInt8(ascii: "/") }))
        let items = (uri.query ?? "").parts(at: "&").filter { !$0.isEmpty }
        func values(_ name: String) -> [Substring] {
            items.filter { $0.begins(with: "\(name)=") }.map { Substring($0.utf8.dropFirst(name.utf8.count + 1)) }
        }
        rest = items.filter { item in !["after", "page", "past"].contains { item.begins(with: "\($0)=") } }
        key = values("after").first { !$0.isEmpty && $0.utf8.count <= Self.maxKeyLength }
        past = key == nil ? [] : Self.latest(values("past").filter { $0.utf8.count <= Self.maxKeyLength })
        number = key == nil ? 1 : values("page").first.flatMap { Int($0) }.map { min(max($0, 2), 1_000_000) } ?? 2
    }

    /// The parameters that the address of the next page has besides `after`.
    package var onward: String { onwardItems + Self.anchor }

    /// The same without the fragment of the rows.
    package var onwardItems: String {
        let known = Self.latest(past + [key].compactMap(\.self))
        return known.reduce("&page=\(number + 1)") { "\($0)&past=\($1)" }
    }

    /// The same as a whole address, without the fragment of the rows.
    package var previous: String? {
        earlier.map { back in
            let items = back.dropLast(Self.anchor.count)
            return items.begins(with: "?") ? path + items : String(items)
        }
    }

    /// The address of the previous page; nil on the first page, and where only the first one is known.
    package var earlier: String? {
        guard number > 1 else { return nil }
        if number == 2 { return first }
        guard let last = past.last else { return nil }
        let way = past.dropLast().map { "past=\($0)" }
        return address(rest.map(String.init) + ["after=\(last)", "page=\(number - 1)"] + way)
    }

    /// The last keys, as many as an address may have.
    private static func latest(_ keys: [Substring]) -> [Substring] {
        var left = maxPastBytes
        let tooOld = keys.lastIndex { key in
            left -= "&past=".utf8.count + key.utf8.count
            return left < 0
        }
        return Array(keys[(tooOld.map { $0 + 1 } ?? 0)...])
    }

    /// The address of the first page; nil where that is this or the previous one.
    package var start: String? { number > 2 ? first : nil }

    private var first: String { address(rest.map(String.init)) }

    private func address(_ items: [String]) -> String {
        (items.isEmpty ? path : "?" + items.joined(separator: "&")) + Self.anchor
    }
}
