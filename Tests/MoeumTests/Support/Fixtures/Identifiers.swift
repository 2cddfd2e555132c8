import Foundation

@testable import Moeum

/// Ids written as numbers in tests.
extension Identifier: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension [String: Any] {
    /// The id of a JSON object.
    func id<Owner>(_ key: String = "id") -> Identifier<Owner>? {
        (self[key] as? NSNumber).map { Identifier(rawValue: $0.int64Value) }
    }
}
