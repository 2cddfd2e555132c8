import CCurl
import Foundation
import ServiceLifecycle

/// Sends mails to an SMTP server through libcurl, with certificate and host name verified; only a server on this machine may go
/// without TLS.
struct SMTPMailer: Mailer {
    /// In seconds.
    struct Timeouts: Sendable {
        var connecting = 15
        var sending = 45
    }

    private let transfer: SMTPTransfer
    private let sender: MailSenderName
    private let threads = BlockingThreadPool()

    init(
        address: SMTPAddress,
        sender: MailSenderName,
        authorityFile: String?,
        helloName: String,
        timeouts: Timeouts = Timeouts()
    ) {
        self.sender = sender
        transfer = SMTPTransfer(
            address: address,
            authorityFile: authorityFile,
            helloName: helloName,
            timeouts: timeouts
        )
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }

    func send(_ mail: Mail) async throws(MailError) {
        let bytes = try MIMEMessage(mail: mail, sender: sender).bytes()
        let (transfer, sender) = (transfer, sender.address)
        let stop = SMTPStop()
        let send: @Sendable () async -> MailError? = { [threads] in
            do throws(MailError) {
                try await threads.send { transfer.perform(bytes, from: sender, to: mail.recipient, until: stop) }
            } catch { return error }
            return nil
        }
        // A running transfer may finish after the signal to stop, but must not delay the end of the program for long.
        let failure = await withGracefulShutdownHandler {
            await withTaskCancellationHandler(operation: send) { stop.request() }
        } onGracefulShutdown: {
            stop.request(after: .seconds(5))
        }
        if let failure { throw failure }
    }

    /// Connects and logs in, without a mail.
    func greet() async -> MailError? {
        let transfer = transfer
        do throws(MailError) { try await threads.send { transfer.greet() } } catch { return error }
        return nil
    }
}
