import Synchronization

/// Some columns of a database's tables, one bit each. A table's own bit stands for which rows it has: an UPDATE changes columns,
/// an INSERT or DELETE the rows, and who reads any column reads the rows too.
package struct ColumnSet: Equatable, Sendable {
    private typealias Bits = SIMD32<UInt64>

    /// Numbers by name, given out as names are seen.
    private static let numbers = Mutex<[String: Int]>([:])
    static let capacity = 2_048

    package static let none = ColumnSet(bits: .zero)
    package static let all = ColumnSet(bits: ~.zero)

    private var bits: Bits

    private init(bits: Bits) { self.bits = bits }

    static func rows(of table: String) -> ColumnSet { ColumnSet(named: table) }

    static func column(_ column: String, of table: String) -> ColumnSet { ColumnSet(named: "\(table).\(column)") }

    /// The columns of a table that are worked out from others of their row, and change with any of them.
    static func generated(of table: String) -> ColumnSet { ColumnSet(named: "\(table).(generated)") }

    /// In a database of more columns than there are bits, the last ones share one.
    init(named name: String) {
        let number = Self.numbers.withLock { numbers in
            if let known = numbers[name] { return known }
            let next = min(numbers.count, Self.capacity - 1)
            numbers[name] = next
            return next
        }
        bits = .zero
        bits[number / 64] = 1 << UInt64(number % 64)
    }

    package var isEmpty: Bool { bits == .zero }

    package mutating func formUnion(_ other: ColumnSet) { bits |= other.bits }

    /// The names of its columns and tables, as far as any have been seen.
    var names: [String] {
        Self.numbers.withLock { numbers in
            numbers.filter { bits[$0.value / 64] & (1 << UInt64($0.value % 64)) != 0 }.map(\.key)
        }
    }

    var numbers: [Int] {
        var found: [Int] = []
        for word in 0..<Bits.scalarCount {
            var rest = bits[word]
            while rest != 0 {
                found.append(word * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return found
    }
}

/// What a page or a value was made from.
package struct ReadTrace: Equatable, Sendable {
    /// The number of the last change before the reading began.
    package let number: Int
    package let columns: ColumnSet

    package init(number: Int, columns: ColumnSet) {
        self.number = number
        self.columns = columns
    }
}
