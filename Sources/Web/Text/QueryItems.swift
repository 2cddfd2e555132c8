/// The names and values of a query, not encoded.
extension Array where Element == (name: String, value: String) {
    package mutating func add(_ name: String, _ value: String?) {
        if let value { append((name, value)) }
    }

    /// Path and query, encoded.
    package func address(_ path: String) -> String {
        let query = map { "\($0.name)=\($0.value.queryEncoded)" }.joined(separator: "&")
        return query.isEmpty ? path : "\(path)?\(query)"
    }
}
