import Foundation

/// Puts each mail into a folder as one `.eml` file, for a machine without an SMTP server.
struct FileMailer: Mailer {
    let directory: String
    let sender: MailSenderName
    private let threads = MailThreads(count: 1)

    init(directory: String, sender: MailSenderName) {
        self.directory = directory
        self.sender = sender
    }

    func open() { threads.open() }
    func close() async { await threads.close() }

    func send(_ mail: Mail) async throws(MailFault) {
        let bytes = try MessageText(mail: mail, sender: sender).bytes()
        try await threads.run { [directory] in
            do { try Self.write(bytes, to: directory, name: "\(mail.id)-\(mail.kind)") } catch {
                return MailFault(
                    reason: "\(directory) cannot be written: \(error)",
                    summary: "the mail directory cannot be written",
                    isPermanent: false
                )
            }
            return nil
        }
    }

    /// Whole or not at all: under another name first, synced, then renamed. The same mail again replaces itself.
    private static func write(_ bytes: [UInt8], to directory: String, name: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let temporary = "\(directory)/.\(name).part"
        try? manager.removeItem(atPath: temporary)
        let descriptor = Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(bytes))
        try file.synchronize()
        try file.close()
        guard rename(temporary, "\(directory)/\(name).eml") == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let folder = Foundation.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        Foundation.close(folder)
    }
}
