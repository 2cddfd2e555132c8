import Foundation
import Subprocess
import Testing

@testable import Moeum

/// A real SMTP server (`Tests/Support/smtp_server.py`) with a certificate of the test's own.
struct MailServer {
    /// One line of its log.
    struct Event: Decodable, Equatable {
        var event: String
        var isRight: Bool?
        var isEncrypted: Bool?
        var subject: String?
        var fromName: String?
        var messageID: String?
        var defects: [String]?
        var recipients: [String]?
        var text: String?
    }

    static let user = "moeum@a.example"
    static let password = "비밀 p@:/%"

    let port: Int
    let folder: String
    /// Of the authority that signed its certificate.
    var authorityFile: String { "\(folder)/certificate.pem" }

    /// Python with aiosmtpd, which `Scripts/setup tests` installs.
    static let python = Project.root.appendingPathComponent(".venv/bin/python").path
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: python) }

    /// - Parameter host: whom the certificate is for.
    static func run(
        _ arguments: [String] = [],
        certificateFor host: String = "DNS:localhost",
        _ body: (MailServer) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "moeum-smtp-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await makeCertificate(in: folder, host)
        let own = [
            Project.root.appendingPathComponent("Tests/Support/smtp_server.py").path, "--log", "\(folder)/log",
            "--certificate", "\(folder)/certificate.pem", "--key", "\(folder)/key.pem",
        ]
        // Its errors go nowhere: anyone who runs the tests waits until nobody holds their output any more.
        _ = try await Subprocess.run(
            .path(.init(python)),
            arguments: Arguments(own + arguments),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { server in
            // Not a polite signal: where a test of the server has this process ignore those, its children ignore them too.
            defer { try? server.send(signal: .kill) }
            var lines = server.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next() ?? ""
            let port = try #require(Int(line.trimmed), "aiosmtpd did not start")
            try await body(MailServer(port: port, folder: folder))
        }
    }

    private static func makeCertificate(in folder: String, _ host: String) async throws {
        let made = try await Subprocess.run(
            .path("/usr/bin/openssl"),
            arguments: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=test", "-addext", "subjectAltName=\(host)", "-keyout", "\(folder)/key.pem", "-out",
                "\(folder)/certificate.pem",
            ],
            output: .discarded
        )
        #expect(made.terminationStatus.isSuccess)
    }

    /// What happened so far.
    func events(_ kind: String? = nil) throws -> [Event] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/log") else { return [] }
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Event.self, from: $0) }
            .filter { kind == nil || $0.event == kind }
    }

    /// A mailer that knows this server.
    func mailer(
        trusting authority: String? = nil,
        password: String? = MailServer.password,
        encryption: SMTPAddress.Encryption = .needed,
        sending seconds: Int = 20
    ) throws -> SMTPMailer {
        let encoded = [Self.user, password ?? ""].map {
            $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let login = password == nil ? "" : "\(encoded[0]):\(encoded[1])@"
        var address = try SMTPAddress("smtp://\(login)localhost:\(port)")
        address.encryption = encryption
        return SMTPMailer(
            address: address,
            sender: MIMEMessageTests.sender,
            authorityFile: authority,
            helloName: "moeum.example",
            timeouts: .init(connecting: 60, sending: seconds)
        )
    }
}
