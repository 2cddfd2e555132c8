import Foundation
import Hummingbird

/// The last mails in the browser, so that a sign-up can be tried without a mail server. Only in development, and only for
/// requests from this machine: anyone who reads these mails can take over any account.
struct DevelopmentMailRoutes: RouteGroup {
    let app: App
    let sentMails: SentMails

    /// Nil in production, where no mails are kept.
    init?(app: App) {
        guard !app.config.isProduction, let sentMails = app.sentMails else { return nil }
        self.app = app
        self.sentMails = sentMails
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/dev/mail", for: .anyone) { try await show(showMails, $0) }
        router.get("/dev/mail/{id}", for: .anyone) { try await show(showMail, $0) }
    }

    /// To this machine alone, and never from a cache.
    private func show(
        _ page: @Sendable (AppRequestContext) async throws -> Response,
        _ context: AppRequestContext
    ) async throws -> Response {
        guard [context.peerAddress, context.clientAddress].allSatisfy(Self.isThisMachine) else {
            throw Problem.notFound
        }
        var context = context
        var head = context.request.head
        head.headerFields[.ifNoneMatch] = nil
        context.request = Request(head: head, body: context.request.body)
        var response = try await page(context)
        response.headers[.cacheControl] = "private, no-store"
        response.headers[.eTag] = nil
        return response
    }

    /// - Parameter address: of the socket; `-` where there is none and the program calls itself.
    static func isThisMachine(_ address: String) -> Bool {
        guard address != "-" else { return true }
        guard let bytes = ClientAddress.bytes(of: address) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    @Sendable func showMails(_ context: AppRequestContext) async throws -> Response {
        return try await app.pages.respond(to: context, title: context.text("dev-mail.title")) { transaction in
            DevelopmentMailListPage(mails: try mails(transaction))
        }
    }

    @Sendable func showMail(_ context: AppRequestContext) async throws -> Response {
        let id = context.parameters.get("id")
        return try await app.pages.respond(to: context, title: context.text("dev-mail.title")) { transaction in
            guard let mail = try mails(transaction).first(where: { "\($0.mail.id)" == id }) else {
                throw Problem.notFound
            }
            return DevelopmentMailPage(mail: mail)
        }
    }

    /// Mails that wait and mails sent since the start. One may be both for a moment.
    private func mails(_ transaction: Transaction) throws -> [DevelopmentMail] {
        let sent = sentMails.all
        let ids = Set(sent.map(\.id))
        let waiting = try transaction.waitingMails().filter { !ids.contains($0.id) }
        let all =
            waiting.map { DevelopmentMail(mail: $0, isSent: false) }
            + sent.map { DevelopmentMail(mail: $0, isSent: true) }
        return all.sorted { $0.mail.id > $1.mail.id }
    }
}
