import Foundation
import Testing

@testable import Moeum

/// Mails as files.
struct FileMailerTests {
    @Test("Each mail is one whole file that only its owner reads") func oneFile() async throws {
        let folder = NSTemporaryDirectory() + "moeum-mail-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mailer = FileMailer(directory: folder, sender: MIMEMessageTests.sender)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        // A month later only strangers' files are left of what lay there.
        for name in ["0-old.eml", "notes.txt"] {
            let path = "\(folder)/\(name)"
            try Data("x".utf8).write(to: URL(filePath: path))
            let old = Date.now - 31 * 86_400
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        // The second is the first again, after a crash before it was noted as sent.
        for id in [1, 1, 2] as [Mail.ID] { try await mailer.send(MIMEMessageTests.mail("제목", id: id)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["1-verify.eml", "2-verify.eml", "notes.txt"])
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode("\(folder)/1-verify.eml") == 0o600)
        let bytes = FileManager.default.contents(atPath: "\(folder)/2-verify.eml").map { [UInt8]($0) }
        let mail = MIMEMessageTests.mail("제목", id: 2)
        #expect(try bytes == MIMEMessage(mail: mail, sender: MIMEMessageTests.sender).bytes())
    }
}
