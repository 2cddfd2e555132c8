import Foundation
import Synchronization

/// A block of network addresses such as `10.0.0.0/8` or `::1`.
package struct AddressBlock: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let bytes = ClientAddress.bytes(of: String(parts[0])) else { return nil }
        let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8
        guard let bits, (0...bytes.count * 8).contains(bits) else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    package func contains(_ address: [UInt8]) -> Bool {
        guard address.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return address[bit / 8] & mask == bytes[bit / 8] & mask
        }
    }
}

/// Whose statement about a request's client counts.
package final class ClientAddressRules: Sendable {
    /// The proxies whose X-Forwarded-For is trusted.
    let trusted: [AddressBlock]
    private let onUntrusted: @Sendable (_ peer: String) -> Void
    private let hasWarned = Atomic(false)

    /// - Parameter onUntrusted: called once, where a peer forwards a request and is not trusted.
    package init(trusted: [AddressBlock], onUntrusted: @escaping @Sendable (_ peer: String) -> Void = { _ in }) {
        (self.trusted, self.onUntrusted) = (trusted, onUntrusted)
    }

    /// - Parameter forwardedFor: reads the field X-Forwarded-For; not called where nobody is trusted and that was told.
    func address(peer: String, forwardedFor: () -> String?) -> String {
        let hasWarned = hasWarned.load(ordering: .relaxed)
        guard !trusted.isEmpty || !hasWarned, let forwarded = forwardedFor() else { return peer }
        let address = ClientAddress.resolve(peer: peer, forwardedFor: forwarded, trusted: trusted)
        if address == peer, !hasWarned { warn(of: peer) }
        return address
    }

    private func warn(of peer: String) {
        guard let bytes = ClientAddress.bytes(of: peer), !trusted.contains(where: { $0.contains(bytes) }),
            !hasWarned.exchange(true, ordering: .relaxed)
        else { return }
        onUntrusted(peer)
    }
}

/// The address of a request's client.
package enum ClientAddress {
    /// The nearest address in X-Forwarded-For that is no trusted proxy; the peer itself where the peer is not trusted.
    static func resolve(peer: String, forwardedFor: String?, trusted: [AddressBlock]) -> String {
        var address = peer
        // By scalars: what a client wrote before a comma could make one Character of the two, and hide the next hop.
        var hops = (forwardedFor ?? "").unicodeScalars.split(separator: ",").map { String($0).trimmed }
        while let bytes = bytes(of: address), trusted.contains(where: { $0.contains(bytes) }),
            let next = hops.popLast(),
            self.bytes(of: next) != nil
        {
            address = next
        }
        return address
    }

    /// The address for logs: without the last part of an IPv4 address, and without all after the first 48 bits of an IPv6
    /// address.
    package static func masked(_ address: String) -> String {
        guard let bytes = bytes(of: address) else { return "-" }
        if bytes.count == 4 { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24" }
        return groups(3, of: bytes) + "::/48"
    }

    /// The first groups of an IPv6 address, as it is written.
    static func groups(_ count: Int, of bytes: [UInt8]) -> String {
        (0..<count).map { index in
            String(UInt16(bytes[index * 2]) << 8 | UInt16(bytes[index * 2 + 1]), radix: 16)
        }.joined(separator: ":")
    }

    /// Four or sixteen bytes; an IPv4-mapped IPv6 address counts as IPv4.
    package static func bytes(of text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: sixteen) { Array($0) }
        let mapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return mapped ? Array(bytes[12...]) : bytes
    }
}
