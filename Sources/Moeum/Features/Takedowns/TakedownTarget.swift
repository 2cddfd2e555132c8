import Foundation

/// The content of a request as typed: `review:12`, `photo:9`, or its address on this site.
struct TakedownTarget: Sendable, Equatable {
    let target: AuditEntry.Target

    private static let maxLength = 500

    /// - Parameter base: the site's own address, such as `https://moeum.example`.
    init?(_ typed: String, base: String) {
        guard typed.utf8.count <= Self.maxLength else { return nil }
        let text = typed.trimmed
        if let known = AuditEntry.Target(text), known.kind == .review || known.kind == .photo {
            guard let id = known.id, id > 0, known.key == String(id) else { return nil }
            target = known
            return
        }
        guard let home = URLComponents(string: base), let found = Self.address(text, home),
            found.host?.lowercased() == home.host?.lowercased(), found.port == home.port,
            let target = Self.target(of: found)
        else { return nil }
        self.target = target
    }

    /// A whole address, one without the scheme as browsers show it, or a path.
    private static func address(_ text: String, _ home: URLComponents) -> URLComponents? {
        if text.utf8.first == UInt8(ascii: "/") {
            return URLComponents(string: "\(home.scheme ?? "https")://\(authority(home))\(text)")
        }
        let lower = text.lowercased()
        if lower.begins(with: "https://") || lower.begins(with: "http://") { return URLComponents(string: text) }
        return URLComponents(string: "\(home.scheme ?? "https")://\(text)")
    }

    private static func authority(_ home: URLComponents) -> String {
        (home.host ?? "") + (home.port.map { ":\($0)" } ?? "")
    }

    private static func target(of address: URLComponents) -> AuditEntry.Target? {
        let parts = address.path.parts(at: "/").filter { !$0.isEmpty }
        guard parts.count >= 2 else { return nil }
        switch parts[0] {
        case "reviews": return Review.ID(parts[1]).flatMap { $0 > .absent ? AuditEntry.Target.review($0) : nil }
        case "photos": return Photo.ID(parts[1]).flatMap { $0 > .absent ? AuditEntry.Target.photo($0) : nil }
        default:
            // Such as `/places/5#r12`, a review in its place's list.
            guard let mark = address.fragment, mark.hasPrefix("r"), let id = Review.ID(mark.dropFirst()), id > .absent
            else {
                return nil
            }
            return AuditEntry.Target.review(id)
        }
    }
}
