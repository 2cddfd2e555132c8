import Hummingbird
import Logging
import NIOCore
import Synchronization
import Templates

/// What is known of a request besides its own head and body.
package struct AppRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The peer's address as the socket has it; `-` where there is no socket.
    package let peerAddress: String
    /// In the log and on the page of an error, so that one can be found from the other.
    package let requestID: String
    package var language = Language.korean
    /// The site's texts; nil until the request pipeline has the request.
    var views: Views?
    package var theme = Theme.auto
    package var clientAddress: String
    package var cookies = Cookies.none
    /// Whose session the request belongs to.
    package var member: Member? { didSet { if let member { actor.account = member.id } } }
    /// The same for whoever wraps the middleware that finds it out.
    let actor = RequestActor()
    /// What this browser's forms carry; nil where it has neither a session nor a form cookie.
    package var formToken: String?
    /// What the last answer wanted to say.
    package var flash: Flash?
    /// Whether the browser itself vouches that this site made the request.
    var isProvenSameSite = false
    /// The fields that were posted, read before the handler runs.
    package var form = Form.empty

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress ?? "-"
        clientAddress = peerAddress
        requestID = String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// A text of `Views/strings` in the reader's language, with its arguments filled in, unescaped.
    package func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
        views?.text(key, arguments, language) ?? key
    }

    /// Whether the request's path holds a token, which belongs into no log and no other site's.
    package var hasSecretPath: Bool { endpointPath?.contains("token") ?? false }

    /// The number in the request's path; an address that names none names nothing.
    package func id() throws -> Int64 {
        guard let id = parameters.get("id").flatMap({ Int64($0) }) else { throw Problem.notFound }
        return id
    }

    package var maxUploadSize: Int { 1_048_576 }
}

/// Who makes a request, known to everybody who handles it once one of them has found it out: contexts are copied on the
/// way in, and the outermost one would never hear of it.
final class RequestActor: Sendable {
    private let id = Atomic<Int64>(0)

    /// Nil of anybody without a session.
    var account: Int64? {
        get {
            let id = id.load(ordering: .relaxed)
            return id == 0 ? nil : id
        }
        set { id.store(newValue ?? 0, ordering: .relaxed) }
    }
}
