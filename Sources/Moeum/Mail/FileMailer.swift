import Foundation

/// Writes each mail into a folder as an `.eml` file, for a machine without an SMTP server.
struct FileMailer: Mailer {
    /// How long a mail is kept: as long as a dead letter.
    private static let keeps = Job.deadLifetime
    private static let ending = ".eml"

    let directory: String
    let sender: MailSenderName
    private let threads = BlockingThreadPool(threads: 1)

    init(directory: String, sender: MailSenderName) {
        self.directory = directory
        self.sender = sender
    }

    func send(_ mail: Mail) async throws(MailError) {
        let bytes = try MIMEMessage(mail: mail, sender: sender).bytes()
        try await threads.send { [directory] in
            do { try Self.write(bytes, to: directory, name: "\(mail.id)-\(mail.kind)") } catch {
                return MailError(
                    reason: "\(directory) cannot be written: \(error)",
                    summary: "the mail directory cannot be written",
                    isPermanent: false
                )
            }
            return nil
        }
    }

    /// Writes the file whole or not at all: under another name first, synced, then renamed. The same mail overwrites its file.
    private static func write(_ bytes: [UInt8], to directory: String, name: String) throws {
        let manager = FileManager.default
        try DurableFile.makeFolder(directory)
        let temporary = "\(directory)/.\(name).part"
        try? manager.removeItem(atPath: temporary)
        let isWritten = manager.createFile(
            atPath: temporary,
            contents: Data(bytes),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
        try DurableFile.sync(temporary)
        try DurableFile.move(temporary, to: "\(directory)/\(name)\(ending)")
        // An older mail that cannot be deleted now is left to the next one.
        for name in manager.names(in: directory, changedBefore: .now - keeps) where name.hasSuffix(ending) {
            try? manager.removeItem(atPath: "\(directory)/\(name)")
        }
    }
}
