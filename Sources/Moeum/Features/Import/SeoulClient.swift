import Foundation

/// Fetches one district's list, page by page. The key never appears in an error: it travels in the address, and
/// addresses are never shown. The districts' servers speak plain HTTP alone, so whoever stands between can read the key and
/// say what they like: nothing leads elsewhere, and no list takes more than a district could have.
struct SeoulClient: Sendable {
    /// Where a district's API is.
    struct Endpoint: Sendable, Codable {
        let slug: String
        let apiHost: String
        let apiService: String
    }

    /// How long to wait; tests wait less.
    struct Patience: Sendable {
        var request = Duration.seconds(15)
        var district = Duration.seconds(60)
        var tries = 3
        var backoff = Duration.milliseconds(500)
    }

    /// No answer at all, after every try.
    struct Unreachable: Error, CustomStringConvertible {
        let description: String
    }

    static let pageSize = 1_000
    /// Of one district, which has some two hundred shops.
    static let maxRows = 10_000
    /// Of all pages of one district, decompressed.
    static let maxBytes = 8 << 20

    /// Its own: no redirects, no proxy, and its connections serve nothing else.
    private let http = HTTPClient()
    let key: String
    /// All districts under this one address instead of their own.
    let baseURL: String?
    var patience = Patience()

    /// All rows of a district, and how many its server says there are.
    /// - Parameter onRows: hears how many rows each page brought.
    func rows(
        of endpoint: Endpoint,
        _ onRows: @escaping @Sendable (Int) -> Void
    ) async throws -> SeoulDistrictResponse {
        try await withThrowingTaskGroup(of: SeoulDistrictResponse.self) { group in
            group.addTask { try await fetchAll(endpoint, onRows) }
            group.addTask {
                try await Task.sleep(for: patience.district)
                throw Unreachable(
                    description: "the district took longer than \(patience.district.components.seconds) s"
                )
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func fetchAll(
        _ endpoint: Endpoint,
        _ onRows: @Sendable (Int) -> Void
    ) async throws -> SeoulDistrictResponse {
        var pages: [[[String: String]]] = []
        var (total, start, bytes) = (0, 1, 0)
        repeat {
            let answer: SeoulResponse
            do {
                answer = try await page(endpoint, start, upTo: Self.maxBytes - bytes)
            } catch SeoulResponse.Error.noData {
                break
            }
            bytes += answer.bytes
            total = max(total, answer.total)
            guard total <= Self.maxRows else {
                throw SeoulResponse.Error.unreadable("it announces more than \(Self.maxRows) rows")
            }
            guard answer.rows.count <= Self.pageSize else {
                throw SeoulResponse.Error.unreadable("\(Self.pageSize) rows were asked for and more came")
            }
            pages.append(answer.rows)
            onRows(answer.rows.count)
            start += Self.pageSize
            if answer.rows.isEmpty { break }
        } while start <= total
        return SeoulDistrictResponse(pages: pages, total: total)
    }

    private func page(_ endpoint: Endpoint, _ start: Int, upTo limit: Int) async throws -> SeoulResponse {
        var lastError: any Error = Unreachable(description: "no answer")
        for attempt in 0..<patience.tries {
            if attempt > 0 {
                let factor = Double(1 << (attempt - 1)) * Double.random(in: 0.8...1.2)
                try await Task.sleep(for: patience.backoff * factor)
            }
            do {
                return try await request(endpoint, start, upTo: limit)
            } catch let error as SeoulResponse.Error where !error.isTransient {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                lastError = error
            }
        }
        throw lastError
    }

    private func request(_ endpoint: Endpoint, _ start: Int, upTo limit: Int) async throws -> SeoulResponse {
        let base = baseURL ?? "http://openAPI.\(endpoint.apiHost):8088"
        let end = start + Self.pageSize - 1
        let url = "\(base)/\(key)/json/\(endpoint.apiService)/\(start)/\(end)/"
        do {
            let response = try await http.get(url, timeout: patience.request, upTo: limit)
            guard response.status == 200 else {
                throw Unreachable(description: "the server answered \(response.status)")
            }
            return try SeoulResponse(response.body, service: endpoint.apiService)
        } catch HTTPClient.Error.tooLarge {
            throw SeoulResponse.Error.unreadable("it is larger than \(Self.maxBytes >> 20) MB")
        } catch HTTPClient.Error.unreachable(let reason) {
            throw Unreachable(description: "no answer: \(reason)")
        }
    }
}

/// What a district sent in all.
struct SeoulDistrictResponse: Sendable {
    let pages: [[[String: String]]]
    let total: Int

    var rows: [[String: String]] { pages.flatMap { $0 } }

    /// How many rows came that no earlier page held: a server that sends one page twice has not sent the list. A shop that
    /// stands twice on one page is a fault of the list itself. Rows without a key count by what they say.
    var newRows: Int {
        var earlier: Set<[String: String]> = []
        return pages.reduce(0) { count, page in
            let keys = page.map { row in SeoulRow.key(row).map { [$0: ""] } ?? row }
            let new = keys.count { !earlier.contains($0) }
            earlier.formUnion(keys)
            return count + new
        }
    }
}
