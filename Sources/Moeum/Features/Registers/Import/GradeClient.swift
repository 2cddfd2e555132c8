import Foundation

/// Fetches the hygiene grades (식품안전나라 C004) as files, page by page, one request at a time. The service speaks plain HTTP
/// alone, with the key in the address, which is never shown.
package struct GradeClient: Sendable {
    /// Why the list did not come as a whole, in words for operators.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    package static let address = "http://openapi.foodsafetykorea.go.kr"
    private static let service = "C004"
    /// The most rows that the service sends at once.
    private static let pageSize = 1_000
    /// The service answers a hundred times an hour; all of Korea has about 44 pages.
    private static let maxPages = 90
    /// Of one page.
    private static let maxBytes = 8 << 20
    private static let timeout = Duration.seconds(60)
    private static let attempts = 3

    private let key: String
    private let baseURL: String
    private let http = HTTPClient()
    /// Between two requests.
    private let pause: Duration

    /// - Parameter baseURL: without a slash at its end.
    package init(key: String, baseURL: String = GradeClient.address, pause: Duration = .seconds(1)) {
        (self.key, self.baseURL, self.pause) = (key, baseURL, pause)
    }

    /// - Parameter onRows: gets how many rows of how many have come.
    /// - Returns: the paths of the files, one for each page.
    /// - Throws: `Failure` where not all rows came.
    package func fetch(into folder: String, onRows: (Int, Int) -> Void) async throws -> [String] {
        var paths: [String] = []
        var (rows, total) = (0, 0)
        repeat {
            if !paths.isEmpty { try await Task.sleep(for: pause) }
            let start = paths.count * Self.pageSize + 1
            let body = try await page(from: start)
            let page = try Self.read(body)
            rows += page.rows
            total = max(total, page.total)
            let path = "\(folder)/\(Self.service)-\(start).json"
            try Data(body).write(to: URL(filePath: path))
            paths.append(path)
            onRows(rows, total)
            if page.rows == 0 { break }
        } while rows < total && paths.count < Self.maxPages
        guard rows >= total, rows > 0 else {
            throw Failure(description: "\(counted(rows, "row")) came of \(total) announced")
        }
        return paths
    }

    private func page(from start: Int) async throws -> [UInt8] {
        let address = "\(baseURL)/api/\(key)/\(Self.service)/json/\(start)/\(start + Self.pageSize - 1)"
        var failure = Failure(description: "no answer")
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try await Task.sleep(for: pause * (1 << attempt)) }
            do {
                let answer = try await http.get(address, timeout: Self.timeout, upTo: Self.maxBytes)
                if answer.status == 200 { return answer.body }
                failure = Failure(description: "the server answered \(answer.status)")
            } catch HTTPClient.Error.tooLarge {
                throw Failure(description: "a page is larger than \(Self.maxBytes >> 20) MB")
            } catch HTTPClient.Error.unreachable(let reason) {
                failure = Failure(description: "no answer: \(reason)")
            }
        }
        throw failure
    }

    private static func read(_ body: [UInt8]) throws(Failure) -> (rows: Int, total: Int) {
        guard let root = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
            throw Failure(description: "the answer is no JSON; is the key valid?")
        }
        let content = root[service] as? [String: Any] ?? root
        let code = (content["RESULT"] as? [String: Any])?["CODE"] as? String ?? ""
        switch code {
        case "INFO-000", "INFO-200": break
        case "INFO-100": throw Failure(description: "the key is not valid (INFO-100)")
        case "INFO-300", "INFO-320": throw Failure(description: "the key has asked too often (\(code)); try later")
        default: throw Failure(description: "the server answered \(String(code.unicodeScalars.prefix(20)))")
        }
        let total = (content["total_count"] as? String).flatMap { Int($0) } ?? content["total_count"] as? Int ?? 0
        return ((content["row"] as? [Any])?.count ?? 0, total)
    }
}
