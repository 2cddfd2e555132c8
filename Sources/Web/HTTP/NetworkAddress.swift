/// The client's network address, for rate limits and for people to read.
package struct NetworkAddress: Sendable, Hashable {
    /// Four or sixteen bytes; empty where the address is unknown.
    private let bytes: [UInt8]

    /// - Parameter text: as a socket or proxy wrote it; an IPv4-mapped IPv6 address counts as IPv4.
    package init(_ text: String) {
        let withoutZone = text.split(separator: "%", maxSplits: 1).first.map(String.init) ?? ""
        bytes = ClientAddress.bytes(of: withoutZone) ?? []
    }

    /// The part that identifies one customer of a provider: a whole IPv4 address, the first 64 bits of an IPv6 address.
    package var forLimits: String {
        switch bytes.count {
        case 4: bytes.map(String.init).joined(separator: ".")
        case 16: groups(4) + "::/64"
        default: "-"
        }
    }

    /// The buckets of a limit for this address. A whole IPv6 site has 65,536 networks of 64 bits, so all of them together have
    /// a larger bucket too.
    package func buckets(of limit: RateLimit?) -> [(limit: RateLimit?, subject: String)] {
        let own = (limit: limit, subject: forLimits)
        return bytes.count == 16 ? [own, (limit?.ofSite, groups(3) + "::/48")] : [own]
    }

    /// Enough to recognise one's own places, too little to find a person: `203.0.113.x`, `2001:db8:1::x`. Empty where the
    /// address is unknown.
    package var place: String {
        switch bytes.count {
        case 4: "\(bytes[0]).\(bytes[1]).\(bytes[2]).x"
        case 16: groups(3) + "::x"
        default: ""
        }
    }

    private func groups(_ count: Int) -> String { ClientAddress.groups(count, of: bytes) }
}
