import Foundation
import Testing

@testable import Moeum

/// A form with photos takes a while to come in, and staff may act meanwhile.
@Suite(.cleanup, .timeLimit(.minutes(2)))
struct BarredWhileSendingTests {
    @Test("Nothing is published by somebody who is restricted while the form comes in")
    func refuseBarred() async throws {
        // However long the test takes to notice the file, the server waits for the rest of it.
        let site = try await UploadSite(.review, limits: { $0.body = .seconds(600) })
        var form = FormFixture()
        form.add("act", "publish")
        form.add("rating", "4")
        form.add("body", ReviewClient.words)
        form.add(site.target.field, fileName: "photo.png", type: "image/png", PictureFixture.png())
        let body = form.closed
        let head = Array(site.head(length: body.count).utf8)
        let port = site.live.port
        let connection = try #require(await RawConnection.onThread { RawConnection(port) })
        defer { connection.close() }
        #expect(await RawConnection.onThread { connection.send(head + body.dropLast(200)) })
        // Once a file of theirs is being written, the server has looked who they are.
        while try await site.uploadsLeft().isEmpty { try await Task.sleep(for: .milliseconds(20)) }

        try await site.live.app.database.write { transaction in
            let account = try #require(try transaction.account(with: EmailAddress("garam@haneul.example")))
            let now = site.live.app.clock()
            try transaction.imposeSanction(
                .suspension,
                on: account.id,
                AuditContext(actor: .command, reason: .abuse, at: now, emailRenderer: site.live.app.emailRenderer)
            )
        }
        let answer = await RawConnection.onThread {
            connection.send(Array(body.suffix(200)))
            return connection.receive()
        }

        #expect(answer.statuses == [403])
        #expect(answer.text.contains(ReviewClient.words), "what was typed is lost")
        #expect(try await site.traces().rows["reviews"] == 0)
    }
}
