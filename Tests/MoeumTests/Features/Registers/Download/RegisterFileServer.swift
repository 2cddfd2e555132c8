import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

@testable import Moeum

/// A server that is asked for registers' files, and answers as a test says.
final class RegisterFileServer: Sendable {
    struct Request: Sendable {
        let download: RegisterDownload
        let headers: [String: String]
    }

    struct Reply: Sendable {
        var status = 200
        var headers: [String: String] = ["Content-Type": "text/csv;charset=UTF-8"]
        var body = ""
    }

    /// - Parameter number: of the request, from 1.
    typealias Answer = @Sendable (_ download: RegisterDownload, _ number: Int) -> Reply

    let requests = Mutex<[Request]>([])
    let answer: Mutex<Answer>

    init(_ answer: @escaping Answer) { self.answer = Mutex(answer) }

    /// What it was asked for.
    var names: [String] { requests.withLock { $0.map(\.download.name) } }

    func set(_ new: @escaping Answer) { answer.withLock { $0 = new } }

    /// - Returns: its address.
    func start() async throws -> String {
        let router = Router()
        router.get("file/download/:slug/info") { [self] request, context -> Response in
            let download = RegisterDownload(
                slug: try context.parameters.require("slug"),
                authority: String(request.uri.queryParameters["orgCode"] ?? "")
            )
            let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
            let number = requests.withLock { requests in
                requests.append(Request(download: download, headers: headers))
                return requests.count
            }
            let reply = answer.withLock { $0 }(download, number)
            var fields = HTTPFields()
            for (name, value) in reply.headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            return Response(
                status: .init(code: reply.status),
                headers: fields,
                body: .init(byteBuffer: ByteBuffer(string: reply.body))
            )
        }
        return "http://127.0.0.1:\(try await LiveRouter.start(router))"
    }
}

/// Sends the same bytes to everybody who connects, and closes the connection: for answers that no server means to give.
enum RawServer {
    /// - Returns: the port.
    static func start(_ answer: String) throws -> Int {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, generic, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        // Wakes the thread below.
        try Cleanup.current.add { shutdown(listener, Int32(SHUT_RDWR)) }
        Thread {
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var request = [UInt8](repeating: 0, count: 16_384)
                recv(connection, &request, request.count, 0)
                let bytes = Array(answer.utf8)
                send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }.start()
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
