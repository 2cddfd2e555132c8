import Foundation

/// The public server of the registers' files. It refuses programs that do not look like a browser, and says so by a redirect,
/// by a status, or by a web page with status 200.
struct RegisterServer: Sendable {
    /// Why a file did not come.
    enum Failure: Error, Equatable {
        /// The server does not want to be asked, or has something else than a register: asking again soon would not help.
        case refused(String)
        /// It does not have this file, or has one that is too large; it may well have others.
        case missing(String)
        /// It wants to be left alone for so many seconds.
        case busy(TimeInterval)
        /// Another attempt may do.
        case failed(String)
    }

    static let publicAddress = "https://file.localdata.go.kr"
    /// The least and the most seconds that a server which is busy is left alone.
    static let (leastWait, mostWait): (TimeInterval, TimeInterval) = (60, 7 * 86_400)
    /// Of all Korea's browsers the most common one.
    private static let browser = """
        Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36
        """

    /// Without a slash at the end.
    let address: String
    /// Of one file: abroad the server is slow, 17 MB took a minute and a half.
    var timeout = Duration.seconds(900)
    /// One connection, so that it is never asked two things at a time.
    private let http = HTTPClient(connections: 1)

    init(address: String) { self.address = address }

    /// Fetches a file; what is left of one that did not come is the caller's to remove.
    /// - Parameters:
    ///   - path: of a file that is made.
    ///   - limit: its bytes.
    /// - Throws: `Failure`.
    func fetch(_ download: RegisterDownload, to path: String, upTo limit: Int, at now: Date) async throws {
        let answer: HTTPClient.Response
        do {
            answer = try await http.download(
                address + download.path,
                headers: headers,
                timeout: timeout,
                upTo: limit,
                to: path
            )
        } catch HTTPClient.Error.tooLarge {
            throw Failure.missing("\(download.name) is larger than \(limit >> 20) MB")
        } catch HTTPClient.Error.unreachable(let reason) {
            throw Failure.failed("\(download.name) did not come: \(reason)")
        } catch let error as DurableFile.Error {
            throw Failure.failed("\(download.name) cannot be written: \(error)")
        }
        try check(answer, of: download, at: now)
        let start = try Self.start(of: path)
        if start.isEmpty { throw Failure.failed("\(download.name) came empty") }
        if Self.isPage(start) || answer.headers["content-type"]?.hasPrefix("text/html") == true {
            throw Failure.refused("a web page came instead of \(download.name)")
        }
    }

    private var headers: [String] {
        [
            "User-Agent: \(Self.browser)", "Referer: \(address)/", "Accept: text/csv,*/*;q=0.8",
            "Accept-Language: ko-KR,ko",
        ]
    }

    private func check(_ answer: HTTPClient.Response, of download: RegisterDownload, at now: Date) throws(Failure) {
        let retryAfter = answer.retryAfter(at: now)
        switch answer.status {
        case 200: return
        case 429: throw .busy(Self.wait(retryAfter))
        case 503 where retryAfter != nil: throw .busy(Self.wait(retryAfter))
        case 408, 500...599: throw .failed("\(download.name) did not come: status \(answer.status)")
        case 400, 402, 404...499: throw .missing("\(download.name) is not there: status \(answer.status)")
        default: throw .refused("the server refused \(download.name): status \(answer.status)")
        }
    }

    private static func wait(_ seconds: TimeInterval?) -> TimeInterval { min(mostWait, max(leastWait, seconds ?? 0)) }

    private static func start(of path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        return Array(try file.read(upToCount: 512) ?? Data())
    }

    /// Whether a file begins as markup does; a register begins with a name, perhaps in quotes.
    private static func isPage(_ start: [UInt8]) -> Bool {
        // The last is the mark of UTF-8.
        start.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "<")
    }
}
