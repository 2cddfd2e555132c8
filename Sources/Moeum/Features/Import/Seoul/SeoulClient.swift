import Foundation

/// Fetches one district's list, page by page. Errors never contain the key: it is part of the URL, which is never shown. The
/// districts' servers support only plain HTTP, so that others on the network can read the key and forge answers: redirects are
/// not followed, and a list has a greatest size.
struct SeoulClient: Sendable {
    /// The API of one district.
    struct Endpoint: Sendable, Codable {
        let slug: String
        let apiHost: String
        let apiService: String
    }

    /// Timeouts and attempts; shorter in tests.
    struct Timeouts: Sendable {
        var request = Duration.seconds(15)
        var district = Duration.seconds(60)
        var attempts = 3
        var backoff = Duration.milliseconds(500)
    }

    /// The server did not answer any try.
    struct Unreachable: Error, CustomStringConvertible {
        let description: String
    }

    static let pageSize = 1_000
    /// Of one district; real ones have about two hundred.
    static let maxRows = 10_000
    /// Of all pages of one district, decompressed.
    static let maxBytes = 8 << 20

    /// Without redirects and proxies, and with connections of its own.
    private let http = HTTPClient()
    let key: String
    /// Replaces the addresses of all districts.
    let baseURL: String?
    var timeouts = Timeouts()

    /// All rows of a district, and their total as its server states it.
    /// - Parameter onRows: called for each page with its number of rows.
    func rows(
        of endpoint: Endpoint,
        _ onRows: @escaping @Sendable (Int) -> Void
    ) async throws -> SeoulDistrictResponse {
        try await withThrowingTaskGroup(of: SeoulDistrictResponse.self) { group in
            group.addTask { try await fetchAll(endpoint, onRows) }
            group.addTask {
                try await Task.sleep(for: timeouts.district)
                throw Unreachable(
                    description: "the district took longer than \(timeouts.district.components.seconds) s"
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
        for attempt in 0..<timeouts.attempts {
            if attempt > 0 {
                let factor = Double(1 << (attempt - 1)) * Double.random(in: 0.8...1.2)
                try await Task.sleep(for: timeouts.backoff * factor)
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
            let response = try await http.get(url, timeout: timeouts.request, upTo: limit)
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

/// The fetched pages of one district.
struct SeoulDistrictResponse: Sendable {
    let pages: [[[String: String]]]
    let total: Int

    var rows: [[String: String]] { pages.flatMap { $0 } }

    /// Rows whose key is on no earlier page: a server that sends one page twice has not sent the whole list. A shop twice on
    /// one page is an error of the list itself. Rows without a key are compared by their contents.
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
