import Foundation

/// One TCP connection to a server under test, for what no well-behaved client sends. Its calls block: make them in
/// `onThread`.
struct RawConnection: Sendable {
    /// What came, and how it ended.
    struct Answer: Sendable {
        var bytes: [UInt8] = []
        /// The server ended it; false after a silence.
        var isClosed = false

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The status lines in the order they came.
        var statuses: [Int] { text.matches(of: /HTTP\/1\.1 (\d{3})\b/).compactMap { Int($0.output.1) } }
    }

    /// How a client reads: so many bytes at a time, with so long a pause after each.
    struct Pace: Sendable {
        var piece = 65_536
        var pauseMicroseconds: UInt32 = 0
        /// The kernel's buffer; a small one makes the server feel the pace.
        var bufferBytes: Int32?
    }

    private let descriptor: Int32

    /// Runs blocking calls where no other test waits for the thread.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    /// Sends the pieces with pauses between, then reads until the server closes, falls silent for five minutes or has
    /// sent what `isEnough`.
    static func exchange(
        _ port: Int,
        _ pieces: [String],
        pauseMicroseconds: UInt32 = 0,
        reading pace: Pace = Pace(),
        until isEnough: @escaping @Sendable (Answer) -> Bool = { _ in false }
    ) async -> Answer {
        await onThread {
            guard let connection = RawConnection(port, bufferBytes: pace.bufferBytes) else { return Answer() }
            defer { connection.close() }
            for piece in pieces {
                guard connection.send(piece) else { break }
                usleep(pauseMicroseconds)
            }
            return connection.receive(pace: pace, until: isEnough)
        }
    }

    /// Nil when nobody listens there.
    init?(_ port: Int, bufferBytes: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = bufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let (descriptor, size) = (descriptor, socklen_t(MemoryLayout<sockaddr_in>.size))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isConnected else {
            close()
            return nil
        }
    }

    func close() { Foundation.close(descriptor) }

    /// - Returns: false when the server takes no more.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// - Returns: false when the server takes no more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        // A server that neither reads nor closes is a fault, and no reason to wait for ever.
        var sendTimeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &sendTimeout, socklen_t(MemoryLayout<timeval>.size))
        return Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Says that nothing more comes, and goes on reading.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the server closes, falls silent, or has sent what `isEnough`.
    func receive(
        silence seconds: Double = 300,
        pace: Pace = Pace(),
        until isEnough: (Answer) -> Bool = { _ in false }
    ) -> Answer {
        var timeout = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var answer = Answer()
        var buffer = [UInt8](repeating: 0, count: pace.piece)
        while !isEnough(answer) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                answer.isClosed = count == 0 || errno != EAGAIN
                return answer
            }
            answer.bytes += buffer[..<count]
            usleep(pace.pauseMicroseconds)
        }
        return answer
    }
}
