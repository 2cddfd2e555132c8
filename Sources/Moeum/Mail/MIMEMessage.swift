import Foundation

/// The name and address that the site's mails are sent from.
struct MailSenderName: Sendable {
    let name: String
    let address: String

    /// - Parameters:
    ///   - setting: `moeum@moeum.example` or `Name <moeum@moeum.example>`.
    ///   - name: used where the setting has no name.
    init(_ setting: String?, name: String) {
        let setting = setting ?? "moeum@localhost"
        guard let match = setting.wholeMatch(of: /\s*"?([^"<]*?)"?\s*<([^<>\s]+)>\s*/) else {
            (self.name, address) = (name, setting.trimmed)
            return
        }
        (self.name, address) = (match.1.isEmpty ? name : String(match.1), String(match.2))
    }
}

/// A mail as bytes: RFC 5322 headers, multipart/alternative in UTF-8 (RFC 2045, 2046).
struct MIMEMessage {
    let mail: Mail
    let sender: MailSenderName

    /// - Throws: `MailError` where a header has a control character, which could begin another header.
    func bytes() throws(MailError) -> [UInt8] {
        for text in [mail.subject, mail.recipient, mail.messageID, sender.name, sender.address] {
            guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                let words = "a header holds a control character"
                throw MailError(reason: words, summary: words, isPermanent: true)
            }
        }
        let boundary = "=_\(mail.messageID.prefix { $0 != "@" })"
        let headers = [
            "Date: \(Self.date(mail.createdAt))",
            "From: \(Self.encodedWords(sender.name, after: 6)) <\(sender.address)>",
            "To: <\(mail.recipient)>",
            "Subject: \(Self.encodedWords(mail.subject, after: 9))",
            "Message-ID: <\(mail.messageID)>",
            "Auto-Submitted: auto-generated",
            "Content-Language: \(mail.language.rawValue)",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
        ]
        let parts = [("plain", mail.text), ("html", mail.html)].map { kind, text in
            """
            --\(boundary)\r
            Content-Type: text/\(kind); charset=utf-8\r
            Content-Transfer-Encoding: base64\r
            \r
            \(Self.base64(text))\r

            """
        }
        return Array("\(headers.joined(separator: "\r\n"))\r\n\r\n\(parts.joined())--\(boundary)--\r\n".utf8)
    }

    /// Base64 with CRLF; lines of at most 76 characters.
    private static func base64(_ text: String) -> String {
        let unix = text.replacing("\r\n", with: "\n")
        return Data(unix.replacing("\n", with: "\r\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }

    /// Encoded words for a text that is more than plain ASCII (RFC 2047): each at most 75 characters, no character split.
    /// - Parameter used: characters before the text on its line.
    static func encodedWords(_ text: String, after used: Int) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !text.includes("=?")
        // A comma or bracket has a meaning in names, so those are encoded too.
        if isPlain, text.utf8.count + used < 76,
            text.allSatisfy({ $0.isLetter || $0.isNumber || " .-!?'".contains($0) })
        {
            return text
        }
        var chunks: [String] = []
        var chunk = ""
        var room = 39 - used * 3 / 4
        for character in text {
            if !chunk.isEmpty, chunk.utf8.count + character.utf8.count > room {
                chunks.append(chunk)
                (chunk, room) = ("", 39)
            }
            chunk.append(character)
        }
        chunks.append(chunk)
        return chunks.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// `Thu, 01 Jan 2026 00:00:00 +0000` (RFC 5322 §3.3).
    static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: date)
    }
}
