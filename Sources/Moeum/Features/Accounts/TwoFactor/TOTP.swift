import Foundation

/// The secret that an authenticator app and the site share: time-based codes are derived from it (RFC 6238 with SHA-1, 30
/// seconds and 6 digits, which every app supports).
struct TOTP: Sendable, Secret {
    static let period: Int64 = 30
    static let digits = 6
    /// Steps by which a clock may be fast or slow.
    private static let tolerance: Int64 = 1

    let secret: [UInt8]

    /// A new secret of 160 bits, as RFC 4226 recommends.
    init() { secret = SystemRandom.bytes(20) }

    /// From the database, or typed.
    init?(base32: String) {
        guard let secret = Base32.bytes(base32), secret.count >= 10 else { return nil }
        self.secret = secret
    }

    init(secret: [UInt8]) { self.secret = secret }

    /// For typing into an app without a camera, and for the database.
    var base32: String { Base32.text(secret) }

    /// The text of the QR code, in the key format that authenticator apps share.
    package func address(issuer: String, account: String) -> String {
        let (issuer, account) = (Self.escaped(issuer), Self.escaped(account))
        return "otpauth://totp/\(issuer):\(account)?secret=\(base32)&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.period)"
    }

    /// Checks a typed code. A code is valid once: the caller saves the step in the same write, and passes it as `last` next
    /// time.
    /// - Parameter last: the step of the last accepted code; it and earlier ones are refused.
    /// - Returns: the code's step, or nil when it is wrong, too old or used.
    func step(of typed: String, at now: Date, after last: Int64?) -> Int64? {
        guard let typed = OneTimeCode.digits(typed, count: Self.digits) else { return nil }
        let current = Self.step(at: now)
        // Compares with every step, so that the time reveals nothing.
        let matching = (current - Self.tolerance...current + Self.tolerance).filter { step in
            step >= 0 && ConstantTime.areEqual(code(step: step), typed)
        }
        return matching.last { $0 > last ?? -1 }
    }

    static func step(at time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / Double(period)).rounded(.down)) }

    /// The code of a counter (RFC 4226).
    func code(step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let hash = HMAC.sha1(of: counter, key: secret)
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }

    private static func escaped(_ text: String) -> String { text.percentEncoded { "-._~".utf8.contains($0) } }
}
