/// Where a list's next page begins: the last row of a page and the value by which the list is sorted. Rows added meanwhile are
/// neither repeated nor skipped.
struct Keyset<Value: Sendable & Equatable, Owner>: Sendable, Equatable {
    let value: Value
    let id: Identifier<Owner>

    /// As addresses carry it.
    var text: String { text(separator: ".") }

    func text(separator: Character) -> String { "\(value)\(separator)\(id)" }

    init(value: Value, id: Identifier<Owner>) { (self.value, self.id) = (value, id) }

    fileprivate init?(_ text: String, separator: Character, _ read: (Substring) -> Value?) {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = read(parts[0]), let id = Identifier<Owner>(parts[1]) else { return nil }
        self.init(value: value, id: id)
    }
}

/// Of lists sorted by a number, such as milliseconds since 1970.
extension Keyset where Value == Int64 {
    /// Nil for a text that is no key of this program.
    init?(_ text: String) { self.init(text, separator: ".") }

    init?(_ text: String, separator: Character) { self.init(text, separator: separator) { Int64($0) } }
}

/// Of lists sorted by a day.
extension Keyset where Value == String {
    /// Nil for a text that is no key of this program.
    init?(_ text: String) { self.init(text, separator: ".") { SeoulTime.isDay(String($0)) ? String($0) : nil } }
}
