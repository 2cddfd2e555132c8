import Database
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Templates

/// A request and what is known of it: member, language, form and the like. Handlers get this alone.
package struct AppRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// What the request's head says; of none before the request pipeline.
    var received = ReceivedRequest.none
    /// The peer's address as the socket has it; `-` where there is no socket.
    package let peerAddress: String
    /// In the log and on an error page, so that one can be found by the other.
    package let requestID: String
    package var clientAddress: String
    /// The member of the request's session.
    package var member: Member? { didSet { if let member { actor.account = member.id } } }
    /// The same for middleware outside of the one that identifies the member.
    let actor = RequestActor()
    /// The form token of this browser; nil where it has neither a session nor a form cookie.
    package var formToken: String?
    /// Whether the browser states that this site made the request.
    var isProvenSameSite = false
    /// The fields of the form, read before the handler runs.
    package var form = Form.empty
    /// Why that form is shown again; nil where it was not refused.
    package var formErrors: FormErrors?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress ?? "-"
        clientAddress = peerAddress
        requestID = RequestID.next()
    }

    package var request: Request {
        get { received.request }
        set { received = ReceivedRequest(newValue, received.views) }
    }

    package var language: Language { received.language }
    package var theme: Theme { received.theme }
    package var cookies: Cookies { received.cookies }
    /// The message of the last answer.
    package var flash: Flash? { received.flash }

    /// A text of `Views/strings` in the reader's language, with its arguments filled in, unescaped.
    package func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
        received.views?.text(key, arguments, language) ?? key
    }

    /// The query of the address; see `Request.query`.
    package var query: Form { request.query }

    /// What a page goes by: the form that was sent, else the query of the address.
    package var fields: Form { request.method == .post ? form : query }

    package var prefersJSON: Bool { Accept.prefersJSON(request) }

    /// Whether the request's path has a token, which must not get into logs or to other sites.
    package var hasSecretPath: Bool { endpointPath?.contains("token") ?? false }

    /// The id in the request's path; 404 where it is none.
    package func id<Owner>() throws -> Identifier<Owner> {
        guard let id = parameters.get("id").flatMap({ Identifier<Owner>($0) }) else { throw Problem.notFound }
        return id
    }

    package var maxUploadSize: Int { 1_048_576 }
}

/// What comes after a middleware: the others, then the route.
package typealias Next = (Request, AppRequestContext) async throws -> Response

/// What a request's head says. An object, since each middleware copies its context.
final class ReceivedRequest: Sendable {
    let request: Request
    let views: Views?
    let cookies: Cookies
    let language: Language
    let theme: Theme
    let flash: Flash?

    static let none = ReceivedRequest(
        Request(
            head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil),
            body: RequestBody(buffer: ByteBuffer())
        ),
        nil
    )

    init(_ request: Request, _ views: Views?) {
        (self.request, self.views) = (request, views)
        cookies = Cookies(header: request.headers[.cookie])
        let preferences = Preferences(cookies)
        language = .negotiated(
            query: request.uri.queryParameters["lang"].map(String.init),
            preference: preferences.language,
            acceptLanguage: request.headers[.acceptLanguage]
        )
        theme = preferences.theme
        flash = cookies[CookieRules.flashName].map(Flash.init)
    }
}

/// The account of a request, known to all middleware once one has identified it: contexts are copied on the way in, so the
/// outermost would not get it otherwise.
final class RequestActor: Sendable {
    private let id = Atomic<Int64>(0)

    /// Nil without a session.
    var account: Identifier<Member>? {
        get {
            let id = id.load(ordering: .relaxed)
            return id == 0 ? nil : Identifier(rawValue: id)
        }
        set { id.store(newValue?.rawValue ?? 0, ordering: .relaxed) }
    }
}
