/// A statement whose every interpolation is a bound parameter: `"SELECT … WHERE id = \(id)"` can never paste text.
///
/// Fragments compose by interpolating one `SQL` into another.
package struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The literal text around the parameters; always one more than `parameters`.
    private(set) var fragments: [String]
    /// The bound values, in order of appearance.
    private(set) var parameters: [SQLValue]

    package init(stringLiteral value: String) {
        fragments = [value]
        parameters = []
    }

    package init(stringInterpolation interpolation: Interpolation) {
        fragments = interpolation.fragments
        parameters = interpolation.parameters
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var fragments: [String] = [""]
        fileprivate var parameters: [SQLValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            fragments.reserveCapacity(interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            fragments[fragments.count - 1] += literal
        }

        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            parameters.append(value.sqlValue)
            fragments.append("")
        }

        package mutating func appendInterpolation(_ value: (some SQLConvertible)?) {
            parameters.append(value?.sqlValue ?? .null)
            fragments.append("")
        }

        package mutating func appendInterpolation(_ fragment: SQL) {
            fragments[fragments.count - 1] += fragment.fragments[0]
            fragments.append(contentsOf: fragment.fragments.dropFirst())
            parameters.append(contentsOf: fragment.parameters)
        }

        /// A parenthesised list for `IN`: `(?, ?, ?, ?)`; an empty list becomes `(NULL)`, which matches nothing. The last value is
        /// repeated up to a power of two, so that lists of many lengths share few prepared statements.
        package mutating func appendInterpolation(list values: [some SQLConvertible]) {
            appendLiteral("(")
            for index in 0..<Self.paddedCount(values.count) {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(values[min(index, values.count - 1)])
            }
            appendLiteral(values.isEmpty ? "NULL)" : ")")
        }

        /// Longer lists are rare, and a statement may not have parameters without end.
        private static func paddedCount(_ count: Int) -> Int {
            guard count > 0, count <= 64 else { return count }
            return 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
        }
    }

    /// Joins fragments with a literal separator, such as conditions with `" AND "`.
    package static func joined(_ fragments: [SQL], separator: StaticString) -> SQL {
        var interpolation = Interpolation(literalCapacity: 0, interpolationCount: 0)
        for (index, fragment) in fragments.enumerated() {
            if index > 0 { interpolation.appendLiteral(separator.description) }
            interpolation.appendInterpolation(fragment)
        }
        return SQL(stringInterpolation: interpolation)
    }
}

/// One value as both engines store it. Flags are integers 0 and 1, times milliseconds since 1970 in UTC.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What an `SQL` interpolation accepts.
package protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible { package var sqlValue: SQLValue { self } }
extension Int: SQLConvertible { package var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int64: SQLConvertible { package var sqlValue: SQLValue { .integer(self) } }
extension Double: SQLConvertible { package var sqlValue: SQLValue { .real(self) } }
extension Bool: SQLConvertible { package var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension String: SQLConvertible { package var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLConvertible { package var sqlValue: SQLValue { .blob(self) } }
