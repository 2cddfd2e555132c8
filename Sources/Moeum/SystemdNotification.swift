import Foundation

/// Tells systemd, or another program that started this one with NOTIFY_SOCKET, how far it is (sd_notify(3)); nothing otherwise.
package enum SystemdNotification: String, Sendable {
    case ready = "READY=1"
    case stopping = "STOPPING=1"

    package func send() {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is of no file: its first byte is 0.
        let name = Array(path.utf8).enumerated().map { $0 == 0 && $1 == UInt8(ascii: "@") ? 0 : $1 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let message = Array(rawValue.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
