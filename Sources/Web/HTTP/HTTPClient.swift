import CCurl
import Foundation
import Synchronization

/// Fetches from other servers by libcurl: transfers run side by side on one thread of their own, so that no event loop waits
/// for a slow server, and reuse connections. No redirects, no proxy.
package final class HTTPClient: Sendable {
    /// What a server is asked.
    package struct Request: Sendable {
        package enum Method: Sendable { case get, head, post, put, delete }

        package let method: Method
        package let address: String
        /// Whole lines, such as `Accept: text/plain`.
        package let headers: [String]
        package let body: [UInt8]
        /// For all of it, from the look-up of the name to the last byte.
        package let timeout: Duration
        /// Bytes of the decompressed body of the answer.
        package let limit: Int

        package init(
            _ method: Method,
            _ address: String,
            headers: [String] = [],
            body: [UInt8] = [],
            timeout: Duration,
            upTo limit: Int
        ) {
            (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
            (self.timeout, self.limit) = (timeout, limit)
        }
    }

    /// The answer of a server.
    package struct Response: Sendable {
        package let status: Int
        /// By their names in small letters.
        package let headers: [String: String]
        package let body: [UInt8]

        /// Seconds after which the server wants to be asked again, which it says as such or as a date (RFC 9110 §10.2.3); nil
        /// where it says neither.
        package func retryAfter(at now: Date) -> TimeInterval? {
            guard let text = headers["retry-after"] else { return nil }
            if text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let seconds = TimeInterval(text)
            {
                return seconds
            }
            let time = curl_getdate(text, nil)
            return time < 0 ? nil : max(0, Date(timeIntervalSince1970: TimeInterval(time)).timeIntervalSince(now))
        }
    }

    /// Why there is no answer; never with the address, which may contain a key.
    package enum Error: Swift.Error, Equatable {
        case tooLarge
        case unreachable(String)
    }

    private struct State {
        var waiting: [HTTPTransfer] = []
        /// Whether a thread handles waiting transfers.
        var isRunning = false
    }

    private let state = Mutex(State())
    /// Used by one thread at a time; others only wake it, which libcurl allows.
    private nonisolated(unsafe) let transfers = curl_multi_init()

    /// - Parameter connections: at a time; more transfers wait, and their time runs.
    package init(connections: Int = 32) {
        curl_multi_set_long(transfers, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
    }

    deinit { curl_multi_cleanup(transfers) }

    package func send(_ request: Request) async throws -> Response { try await send(HTTPTransfer(request)) }

    /// Sends a GET request, with the parameters of `Request`.
    package func get(
        _ address: String,
        headers: [String] = [],
        timeout: Duration,
        upTo limit: Int
    ) async throws -> Response {
        try await send(Request(.get, address, headers: headers, timeout: timeout, upTo: limit))
    }

    /// Sends a GET request whose answer's body becomes a file, whatever its status. It is on the disk when this returns.
    /// - Parameters:
    ///   - limit: bytes of the file.
    ///   - path: of a file that is made, for this program alone.
    /// - Returns: the answer without its body.
    /// - Throws: also `DurableFile.Error` where the file cannot be written. A part of it may be left.
    package func download(
        _ address: String,
        headers: [String] = [],
        timeout: Duration,
        upTo limit: Int,
        to path: String
    ) async throws -> Response {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DurableFile.Error(code: errno) }
        defer { close(file) }
        let request = Request(.get, address, headers: headers, timeout: timeout, upTo: limit)
        return try await send(HTTPTransfer(request, into: file))
    }

    private func send(_ transfer: HTTPTransfer) async throws -> Response {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.onEnd = { continuation.resume(with: $0) }
                start(transfer)
            }
        } onCancel: {
            transfer.cancel()
            curl_multi_wakeup(transfers)
        }
    }

    private func start(_ transfer: HTTPTransfer) {
        let mustStartThread = state.withLock { state in
            state.waiting.append(transfer)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStartThread { Thread { self.run() }.start() } else { curl_multi_wakeup(transfers) }
    }

    /// Runs until no transfer runs or waits.
    private func run() {
        var running: [HTTPTransfer] = []
        while let new = next(isIdle: running.isEmpty) {
            for transfer in new where transfer.begin(in: transfers) { running.append(transfer) }
            var count: Int32 = 0
            curl_multi_perform(transfers, &count)
            let ended = ended()
            running.removeAll { transfer in
                guard transfer.isCancelled || ended[transfer.handle] != nil else { return false }
                transfer.end(in: transfers, ended[transfer.handle])
                return true
            }
            // At most a second, in case a wake-up is lost.
            if !running.isEmpty { curl_multi_poll(transfers, nil, 0, 1_000, nil) }
        }
    }

    private func next(isIdle: Bool) -> [HTTPTransfer]? {
        state.withLock { state in
            guard !(isIdle && state.waiting.isEmpty) else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func ended() -> [UnsafeMutableRawPointer?: CURLcode] {
        var codes: [UnsafeMutableRawPointer?: CURLcode] = [:]
        var left: Int32 = 0
        while let message = curl_multi_info_read(transfers, &left) {
            if message.pointee.msg == CURLMSG_DONE {
                codes[message.pointee.easy_handle] = message.pointee.data.result
            }
        }
        return codes
    }
}
