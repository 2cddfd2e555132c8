/// One of the records that the site's facts come from.
struct DataSource: Sendable {
    let id: String
    let url: String?
    /// `yyyy-MM-dd`.
    let asOf: String
}

extension Transaction {
    /// Every source, by key.
    func dataSources() throws -> [DataSource] {
        try rows("SELECT id, url, as_of FROM sources ORDER BY id").map { row in
            DataSource(id: try row.string(0), url: try row.optionalString(1), asOf: try row.string(2))
        }
    }
}
