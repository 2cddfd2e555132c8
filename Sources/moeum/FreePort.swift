import Foundation
import Moeum

/// Finds a free port before the server starts, because the site's own base URL contains it.
enum FreePort {
    static func find(on host: String) throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1 else {
            throw Config.Error(description: "--port 0 needs an IPv4 address to listen on")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard isBound else { throw Config.Error(description: "no free port on \(host)") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
