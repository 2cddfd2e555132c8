import Foundation

/// One TCP connection to a server under test, for what no well-behaved client sends.
struct RawConnection {
    /// What came, and how it ended.
    struct Answer: Sendable {
        var bytes: [UInt8] = []
        /// The server ended it; false after six seconds of silence.
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

    /// Sends the pieces with pauses between, then reads until the server closes or falls silent for six seconds.
    static func exchange(
        _ port: Int,
        _ pieces: [String],
        pauseMicroseconds: UInt32 = 0,
        reading pace: Pace = Pace()
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(returning: blockingExchange(port, pieces, pauseMicroseconds, pace))
            }.start()
        }
    }

    private static func blockingExchange(_ port: Int, _ pieces: [String], _ pause: UInt32, _ pace: Pace) -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        if var size = pace.bufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        guard connect(descriptor, port) else { return Answer() }
        for piece in pieces {
            let bytes = Array(piece.utf8)
            guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
            usleep(pause)
        }
        var timeout = timeval(tv_sec: 6, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var answer = Answer()
        var buffer = [UInt8](repeating: 0, count: pace.piece)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                answer.isClosed = count == 0 || errno != EAGAIN
                return answer
            }
            answer.bytes += buffer[..<count]
            usleep(pace.pauseMicroseconds)
        }
    }

    private static func connect(_ descriptor: Int32, _ port: Int) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
