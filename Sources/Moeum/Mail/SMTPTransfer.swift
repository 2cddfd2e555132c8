import CCurl
import Foundation
import Synchronization

/// Asks a running transfer to stop; the transfer checks about once a second.
final class SMTPStop: Sendable {
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    func request(after delay: Duration = .zero) { end.withLock { $0 = min($0 ?? .now + delay, .now + delay) } }
    var mustStop: Bool { end.withLock { $0.map { $0 <= .now } ?? false } }
}

/// One SMTP session; blocks its thread.
struct SMTPTransfer: Sendable {
    let address: SMTPAddress
    let authorityFile: String?
    let helloName: String
    let timeouts: SMTPMailer.Timeouts

    /// The state of libcurl's callbacks, used by one thread only.
    private final class Conversation {
        let message: [UInt8]
        let stop: SMTPStop
        var sent = 0
        /// The lines of the last refusal.
        var refusal = ""
        /// Whether its reply goes on with the next line.
        var isRefusing = false

        init(_ message: [UInt8], _ stop: SMTPStop) {
            self.message = message
            self.stop = stop
        }
    }

    func perform(_ message: [UInt8], from sender: String, to recipient: String, until stop: SMTPStop) -> MailError? {
        guard let handle = curl_easy_init() else { return Self.error("libcurl did not start", "", isPermanent: false) }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, "<\(recipient)>")
        defer { curl_slist_free_all(recipients) }
        let conversation = Conversation(message, stop)
        return withExtendedLifetime(conversation) {
            let context = Unmanaged.passUnretained(conversation).toOpaque()
            let mail = [
                curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender)>"),
                curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients),
                curl_set_long(handle, CURLOPT_UPLOAD, 1),
                curl_set_pointer(handle, CURLOPT_READDATA, context),
                curl_set_data_function(handle, CURLOPT_READFUNCTION, Self.read),
            ]
            return run(handle, conversation, mail)
        }
    }

    /// Connects, logs in and says that there is nothing to do.
    func greet() -> MailError? {
        guard let handle = curl_easy_init() else { return Self.error("libcurl did not start", "", isPermanent: false) }
        defer { curl_easy_cleanup(handle) }
        let conversation = Conversation([], SMTPStop())
        return withExtendedLifetime(conversation) {
            run(handle, conversation, [curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "NOOP")])
        }
    }

    /// - Parameter options: how the setting of what this session alone has went.
    private func run(
        _ handle: UnsafeMutableRawPointer,
        _ conversation: Conversation,
        _ options: [CURLcode]
    ) -> MailError? {
        let context = Unmanaged.passUnretained(conversation).toOpaque()
        guard options.allSatisfy({ $0 == CURLE_OK }), isPrepared(handle, context) else {
            return Self.error("libcurl refused a setting", "", isPermanent: false)
        }
        let code = curl_easy_perform(handle)
        return code == CURLE_OK ? nil : error(code, curl_response_code(handle), conversation.refusal)
    }

    private func isPrepared(_ handle: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer) -> Bool {
        var codes = [
            curl_set_text(handle, CURLOPT_URL, "\(address.scheme)://\(address.host):\(address.port)/\(helloName)"),
            curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
            curl_set_text(handle, CURLOPT_PROXY, ""),
            curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            curl_set_long(handle, CURLOPT_USE_SSL, Int(startTLS.rawValue)),
            curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, isVerified ? 1 : 0),
            curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, isVerified ? 2 : 0),
            curl_set_long(handle, CURLOPT_SSLVERSION, 6),
            curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, timeouts.connecting),
            curl_set_long(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, timeouts.sending),
            curl_set_long(handle, CURLOPT_TIMEOUT, timeouts.sending),
            curl_set_pointer(handle, CURLOPT_HEADERDATA, context),
            curl_set_data_function(handle, CURLOPT_HEADERFUNCTION, Self.hear),
            curl_set_data_function(handle, CURLOPT_WRITEFUNCTION, Self.hear),
            curl_set_pointer(handle, CURLOPT_WRITEDATA, context),
            curl_set_long(handle, CURLOPT_NOPROGRESS, 0),
            curl_set_pointer(handle, CURLOPT_XFERINFODATA, context),
            curl_set_progress_function(handle) { context, _, _, _, _ in
                context.map { SMTPTransfer.conversation($0).stop.mustStop ? 1 : 0 } ?? 0
            },
        ]
        if let user = address.user { codes.append(curl_set_text(handle, CURLOPT_USERNAME, user)) }
        if let password = address.password { codes.append(curl_set_text(handle, CURLOPT_PASSWORD, password)) }
        // Beside the system's authorities, which are found by CURLOPT_CAPATH.
        if let authorityFile { codes.append(curl_set_text(handle, CURLOPT_CAINFO, authorityFile)) }
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private var startTLS: curl_usessl {
        switch address.encryption {
        case .needed: CURLUSESSL_ALL
        case .welcome: CURLUSESSL_TRY
        case .off: CURLUSESSL_NONE
        }
    }

    /// A configured authority means that certificates are verified.
    private var isVerified: Bool { address.encryption == .needed || authorityFile != nil }

    private static func conversation(_ context: UnsafeMutableRawPointer) -> Conversation {
        Unmanaged<Conversation>.fromOpaque(context).takeUnretainedValue()
    }

    private static let read: curl_data_function = { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        let conversation = SMTPTransfer.conversation(context)
        let bytes = conversation.message[conversation.sent...].prefix(size * count)
        bytes.withUnsafeBytes { source in
            if let start = source.baseAddress {
                buffer.update(from: start.assumingMemoryBound(to: CChar.self), count: source.count)
            }
        }
        conversation.sent += bytes.count
        return bytes.count
    }

    private static let hear: curl_data_function = { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        let line = UnsafeRawBufferPointer(start: buffer, count: size * count)
        // The last refusal; the answer to QUIT after it is not kept.
        if line.first == UInt8(ascii: "4") || line.first == UInt8(ascii: "5") {
            let conversation = SMTPTransfer.conversation(context)
            let text = EmailRenderer.line(String(decoding: line.prefix(300), as: UTF8.self)).trimmed
            let said = conversation.isRefusing ? "\(conversation.refusal) \(text)" : text
            conversation.refusal = String(said.unicodeScalars.prefix(900))
            // RFC 5321 §4.2: `550-` is followed by more lines, `550 ` by none.
            conversation.isRefusing = line.count > 3 && line[3] == UInt8(ascii: "-")
        }
        return size * count
    }

    /// A 5xx answer to the mail itself is final; one to the login (RFC 4954 §6) is a problem of the site's and may be fixed.
    private func error(_ code: CURLcode, _ response: Int, _ reply: String) -> MailError {
        let isAboutMail = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY
        let isPermanent = isAboutMail && (500...599).contains(response) && !(530...538).contains(response)
        var words = "\(address.host): \(String(cString: curl_easy_strerror(code)))"
        if response >= 400 {
            // The code that says more (RFC 3463), such as 5.1.1: there is no such mailbox.
            let detail = reply.prefixMatch(of: /\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/).map { " \($0.output.1)" } ?? ""
            words = "\(isAboutMail ? "\(address.host) refused it" : words) (\(response)\(detail))"
        }
        return Self.error(words, reply, isPermanent: isPermanent)
    }

    private static func error(_ summary: String, _ reply: String, isPermanent: Bool) -> MailError {
        MailError(reason: reply.isEmpty ? summary : "\(summary): \(reply)", summary: summary, isPermanent: isPermanent)
    }
}
