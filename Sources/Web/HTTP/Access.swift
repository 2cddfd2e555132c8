import HTTPTypes
import Hummingbird

/// Who may use a route.
package enum Access: Sendable {
    case anyone
    /// Anybody with a session, suspended people too: they read, appeal, export and leave.
    case member
    case moderator
    case admin

    package var leastRole: Role? {
        switch self {
        case .anyone: nil
        case .member: .member
        case .moderator: .moderator
        case .admin: .admin
        }
    }

    /// Throws what keeps this person out.
    package func check(_ request: Request, _ context: AppRequestContext) throws {
        guard let leastRole else { return }
        guard let member = context.member else {
            throw LoginNeeded(form: context.form, isSameSite: context.isProvenSameSite)
        }
        guard leastRole > .member else { return }
        guard member.role >= leastRole, !member.isSuspended else { throw Problem.forbidden }
        // Whoever can act on others' words has a second factor.
        if !member.hasTwoFactor {
            if request.method == .get || request.method == .head, !Accept.prefersJSON(request) {
                throw Redirection(to: "/settings/two-factor")
            }
            throw Problem.twoFactorNeeded
        }
    }
}

/// A route needs a session and the request has none.
package struct LoginNeeded: Error {
    /// What was sent, which is not to be lost; nil where there were no words in it.
    package let form: Form?
    /// Whether the browser vouches that this site sent it.
    package var isSameSite = false

    package init(form: Form?, isSameSite: Bool = false) {
        self.form = form
        self.isSameSite = isSameSite
    }
}

/// The answer is elsewhere.
package struct Redirection: Error, HTTPResponseError {
    package let location: String
    package let status: HTTPResponse.Status

    /// - Parameter status: 308 for an address that another one stands for, with whatever was sent to it.
    package init(to location: String, status: HTTPResponse.Status = .seeOther) {
        self.location = location
        self.status = status
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status, headers: [.location: location])
    }

    package static func response(to location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }
}

extension RouterMethods where Context == AppRequestContext {
    package typealias Handler = @Sendable (Request, AppRequestContext) async throws -> Response

    /// A page for those who have access.
    package func get(_ path: RouterPath, for access: Access, use handler: @escaping Handler) {
        get(path) { request, context -> Response in
            try access.check(request, context)
            return try await handler(request, context)
        }
    }

    /// Something that changes rows: the form is read, then who sends it, then its proof of this site, and only then the
    /// handler sees it, as `context.form`.
    package func post(_ path: RouterPath, for access: Access, use handler: @escaping Handler) {
        post(path, use: Self.reading(for: access, handler))
    }

    /// Something that is kept in the place of what was there, for scripts: as with `post`.
    package func put(_ path: RouterPath, for access: Access, use handler: @escaping Handler) {
        put(path, use: Self.reading(for: access, handler))
    }

    private static func reading(for access: Access, _ handler: @escaping Handler) -> Handler {
        { request, context in
            var context = context
            context.form = try await Form.read(request, context)
            try access.check(request, context)
            try context.checkFormToken(request)
            return try await handler(request, context)
        }
    }

    /// Something that takes files, as multipart/form-data (a plain form is one without files). Who sends it and its proof
    /// of this site are checked by the fields before the first file, so our forms carry the token first; nothing of a file
    /// is read before the handler asks:
    ///
    ///     router.post("/albums", for: .member, files: rules) { request, context, incoming in
    ///         // Here context.form ends before the first file. Whoever may not send any is refused unread.
    ///         guard try context.requireMember().isVerified else { throw Problem.forbidden }
    ///         let (context, files) = try await incoming.read()
    ///         // Now context.form is whole; of each file, file.content says where it lies or why it was not taken.
    ///     }
    ///
    /// However the request ends, its files are removed again, but for those that were told to `keep()`. Somebody without a
    /// session keeps the words: the files are dropped, and the words sent again after the login. Addresses of such forms
    /// stand in `Routes.mostBytesByPath` too.
    package func post(
        _ path: RouterPath,
        for access: Access,
        files rules: FileRules,
        use handler: @escaping @Sendable (Request, AppRequestContext, IncomingForm) async throws -> Response
    ) {
        post(path) { request, context -> Response in
            var context = context
            if access.leastRole != nil, context.member == nil {
                throw LoginNeeded(form: try await Self.words(request, context, rules))
            }
            let incoming = try await IncomingForm(request, context, rules) { [context] form in
                // It may stand behind the files too.
                if let given = form["csrf"] { try context.check(formToken: given) }
            }
            do {
                context.form = try await incoming.fieldsBeforeFiles()
                try access.check(request, context)
                try context.checkFormToken(request)
                let response = try await handler(request, context, incoming)
                await incoming.discardFiles()
                return response
            } catch {
                await incoming.discardFiles()
                throw error
            }
        }
    }

    /// What was sent besides files, as far as it can be made out.
    private static func words(
        _ request: Request,
        _ context: AppRequestContext,
        _ rules: FileRules
    ) async throws -> Form? {
        let incoming = try await IncomingForm(request, context, rules) { _ in }
        return try? await incoming.words(within: rules.bytesWithoutSession)
    }
}

extension AppRequestContext {
    /// A token that is wrong is refused whatever else speaks for a request; one that is missing, where nothing else does.
    fileprivate func checkFormToken(_ request: Request) throws {
        guard let given = form["csrf"] ?? request.headers[.csrfToken] else {
            if isProvenSameSite { return }
            throw Problem.crossSite
        }
        try check(formToken: given)
    }

    /// Refuses a token that is not this browser's own.
    fileprivate func check(formToken given: String) throws {
        guard let formToken, ConstantTime.areEqual(given, formToken) else { throw Problem.crossSite }
    }

    /// The person whose session this is, on a route that only members reach.
    package func requireMember() throws -> Member {
        guard let member else { throw LoginNeeded(form: form) }
        return member
    }
}
