import HummingbirdCore

/// The way through a list that goes on by keys, told by the address of its page alone: `after` is the key that the page
/// goes on from, `page` its number, and each `past` the key of a page before it, the latest last. So every list has a way
/// back, and numbers that go on, without being read backwards.
package struct PageTrail: Sendable, Equatable {
    /// Where the rows of every such page begin.
    private static let anchor = "#list"
    /// How many pages back the way is known. Further back there is the first one.
    private static let maxPast = 20
    /// The most bytes of a key, as the address has it.
    private static let maxKeyLength = 600

    /// From 1.
    package let number: Int
    private let path: String
    /// What else the address says.
    private let rest: [Substring]
    private let key: Substring?
    private let past: [Substring]

    package init(_ uri: URI) {
        // Two slashes would begin the name of another host.
        path = "/" + uri.path.drop { $0 == "/" }
        let items = (uri.query ?? "").split(separator: "&")
        func values(_ name: String) -> [Substring] {
            items.filter { $0.hasPrefix("\(name)=") }.map { $0.dropFirst(name.count + 1) }
        }
        rest = items.filter { item in !["after", "page", "past"].contains { item.hasPrefix("\($0)=") } }
        key = values("after").first { !$0.isEmpty && $0.utf8.count <= Self.maxKeyLength }
        past = key == nil ? [] : values("past").suffix(Self.maxPast).filter { $0.utf8.count <= Self.maxKeyLength }
        number = key == nil ? 1 : values("page").first.flatMap { Int($0) }.map { min(max($0, 2), 1_000_000) } ?? 2
    }

    /// What an address that goes on after this page has behind its own `after`.
    package var onward: String {
        let known = (past + [key].compactMap(\.self)).suffix(Self.maxPast)
        return known.reduce("&page=\(number + 1)") { "\($0)&past=\($1)" } + Self.anchor
    }

    /// Nil on the first page, and where only the first one is known.
    package var earlier: String? {
        guard number > 1 else { return nil }
        if number == 2 { return first }
        guard let last = past.last else { return nil }
        let way = past.dropLast().map { "past=\($0)" }
        return address(rest.map(String.init) + ["after=\(last)", "page=\(number - 1)"] + way)
    }

    /// Nil where it is the page before this one, and on itself.
    package var start: String? { number > 2 ? first : nil }

    private var first: String { address(rest.map(String.init)) }

    private func address(_ items: [String]) -> String {
        (items.isEmpty ? path : "?" + items.joined(separator: "&")) + Self.anchor
    }
}
