import Database
import Foundation
import HTTPTypes
import Hummingbird

/// An error of something that the program stands on, a disk or another server, which may be over soon.
package protocol TemporaryFailure: Error {}

/// An error that a person can understand and fix: a status, and the key of its text.
package struct Problem: Error, HTTPResponseError, Equatable {
    package let status: HTTPResponse.Status
    /// Under `error.` in `Views/strings`, with a `title` and a `text`.
    package let key: String
    /// Field names and the codes of what is wrong with them.
    package var errors: [String: String] = [:]
    /// Seconds until it is worth trying again.
    package var retryAfter: Int?
    /// The methods that the address has, for a 405.
    package var allow: String?

    /// An address where a program can continue.
    package var next: String?

    /// A form with refused fields.
    /// - Parameter errors: field names and the codes of what is wrong with them.
    package static func invalidForm(
        _ errors: [String: String],
        status: HTTPResponse.Status = .unprocessableContent,
        retryAfter: Int? = nil
    ) -> Problem {
        Problem(status: status, key: "invalid-form", errors: errors, retryAfter: retryAfter)
    }

    package static let badRequest = Problem(status: .badRequest, key: "bad-request")
    static let crossSite = Problem(status: .forbidden, key: "cross-site")
    /// A form of this site that was opened before a login, or before its end.
    package static let staleForm = Problem(status: .forbidden, key: "stale-form")
    package static let forbidden = Problem(status: .forbidden, key: "forbidden")
    static let loginNeeded = Problem(status: .unauthorized, key: "login-needed")
    static let twoFactorNeeded = Problem(status: .forbidden, key: "two-factor-needed")
    /// What was to be changed was changed by somebody else since it was read.
    package static let stale = Problem(status: .conflict, key: "stale")
    /// The last admin cannot leave, because somebody has to run the site.
    package static let lastAdmin = Problem(status: .conflict, key: "last-admin", errors: ["form": "only-admin"])
    /// The action was undone already, or something else has happened since.
    package static let cannotRevert = Problem(status: .conflict, key: "cannot-undo")
    package static let notFound = Problem(status: .notFound, key: "not-found")
    package static let tooLarge = Problem(status: .contentTooLarge, key: "too-large")
    /// The account keeps as many bytes as it may.
    package static let accountFull = Problem(
        status: .contentTooLarge,
        key: "account-full",
        errors: ["form": "account-full"]
    )
    package static let unavailable = Problem(status: .serviceUnavailable, key: "unavailable", retryAfter: 10)
    /// What the site stands on fails, a disk or another server.
    package static let failing = Problem(status: .serviceUnavailable, key: "failing", retryAfter: 60)
    /// The site is closed for everybody but staff.
    static let maintenance = Problem(status: .serviceUnavailable, key: "maintenance", retryAfter: 300)
    /// - Parameter seconds: until it is worth trying again.
    package static func rateLimited(retryAfter seconds: Int) -> Problem {
        Problem(status: .tooManyRequests, key: "too-often", retryAfter: seconds)
    }

    /// - Parameter allow: the methods that the address has.
    static func methodNotAllowed(allow: [String]) -> Problem {
        Problem(status: .methodNotAllowed, key: "method-not-allowed", allow: allow.joined(separator: ", "))
    }

    package static let internalError = Problem(status: .internalServerError, key: "fault")

    package init(
        status: HTTPResponse.Status,
        key: String,
        errors: [String: String] = [:],
        retryAfter: Int? = nil,
        allow: String? = nil,
        next: String? = nil
    ) {
        self.status = status
        self.key = key
        self.errors = errors
        self.retryAfter = retryAfter
        self.allow = allow
        self.next = next
    }

    /// The problem of any error thrown while a request is handled; nil for an unexpected error.
    package static func from(_ error: any Error) -> Problem? {
        switch error {
        case let problem as Problem: problem
        case is LoginNeeded: .loginNeeded
        case let form as FormErrors: form.problem
        case let again as FormToSendAgain: again.problem
        case DatabaseError.unavailable: .unavailable
        case DatabaseError.accountFull: .accountFull
        case DatabaseError.failing, is any TemporaryFailure: .failing
        case let error as CocoaError where error.isFileError: .failing
        case let error as any HTTPResponseError where error.status == .notFound: .notFound
        case let error as any HTTPResponseError where error.status == .contentTooLarge: .tooLarge
        case let error as any HTTPResponseError where error.status.kind == .clientError:
            Problem(status: error.status, key: "bad-request")
        default: nil
        }
    }

    /// Used also outside of the site's own middleware.
    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status)
    }
}
