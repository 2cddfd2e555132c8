import Foundation

/// Base64 with the URL-safe alphabet (RFC 4648, section 5), without padding.
package enum Base64URL {
    package static func text(_ bytes: [UInt8]) -> String {
        let standard = Data(bytes).base64EncodedData().prefix { $0 != UInt8(ascii: "=") }
        let letters = standard.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// - Returns: nil for a text that is not in this form. Unused bits of the last letter are ignored.
    package static func bytes(_ text: String) -> [UInt8]? {
        var standard = Data(capacity: text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            case _ where byte.isLetterOrDigit: standard.append(byte)
            default: return nil
            }
        }
        standard.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - standard.count % 4) % 4))
        return Data(base64Encoded: standard).map { Array($0) }
    }
}
