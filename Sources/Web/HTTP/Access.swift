import Database
import HTTPTypes
import Hummingbird

/// Who may use a route.
package struct Access: Sendable {
    /// Nil for visitors too.
    package let leastRole: Role?

    package static let anyone = Access(leastRole: nil)
    /// Anybody with a session, suspended accounts too: they can read, appeal, export and leave.
    package static let member = Access(leastRole: .member)
    package static let moderator = Access(leastRole: .moderator)
    package static let admin = Access(leastRole: .admin)

    package func check(_ context: AppRequestContext) throws {
        guard let leastRole else { return }
        guard let member = context.member else {
            throw LoginNeeded(form: context.form, isSameSite: context.isProvenSameSite)
        }
        guard leastRole > .member else { return }
        guard member.role >= leastRole, !member.isSuspended else { throw Problem.forbidden }
        // Staff need a second factor.
        if !member.hasTwoFactor {
            if context.request.method == .get || context.request.method == .head, !context.prefersJSON {
                throw Redirection(to: "/settings/two-factor")
            }
            throw Problem.twoFactorNeeded
        }
    }
}

/// The route needs a session and the request has none.
package struct LoginNeeded: Error {
    /// The form that was sent, to be kept through the login; nil where it had no words.
    package let form: Form?
    /// Whether the browser states that this site made the request.
    package var isSameSite = false

    package init(form: Form?, isSameSite: Bool = false) {
        self.form = form
        self.isSameSite = isSameSite
    }
}

/// A form of this site that is not taken as it came: it is shown again, with its words and a fresh token.
package struct FormToSendAgain: Error {
    /// What was sent, without what cannot be taken.
    package let form: Form
    package let problem: Problem

    package init(_ form: Form, _ problem: Problem) { (self.form, self.problem) = (form.withoutNUL, problem) }
}

/// A redirect.
package struct Redirection: Error, HTTPResponseError {
    package let location: String
    package let status: HTTPResponse.Status

    /// - Parameter status: 308 for an address that was replaced by another, to which a form is then sent.
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
    package typealias Handler = @Sendable (AppRequestContext) async throws -> Response
    package typealias MemberHandler = @Sendable (AppRequestContext, Member) async throws -> Response

    package func get(_ path: RouterPath, for access: Access, use handler: @escaping Handler) {
        get(path) { _, context -> Response in
            try access.check(context)
            return try await handler(context)
        }
    }

    /// A page of a route that only members reach.
    package func get(_ path: RouterPath, for access: Access, use handler: @escaping MemberHandler) {
        get(path, for: access, use: Self.handingMember(to: handler))
    }

    /// A form that changes something: its body is read, then the session and the form token are checked, and only then does the
    /// handler get it, as `context.form`.
    package func post(_ path: RouterPath, for access: Access, use handler: @escaping Handler) {
        post(path, use: Self.reading(for: access, handler))
    }

    /// The same on a route that only members reach.
    package func post(_ path: RouterPath, for access: Access, use handler: @escaping MemberHandler) {
        post(path, for: access, use: Self.handingMember(to: handler))
    }

    /// A form that `page` shows again where it is refused, with the status of its `FormErrors`, or where the account is full.
    /// Programs get the problem.
    package func post(
        _ path: RouterPath,
        for access: Access,
        again page: @escaping Handler,
        use handler: @escaping Handler
    ) {
        post(path, for: access) { context -> Response in
            let errors: FormErrors
            do { return try await handler(context) } catch let caught as FormErrors {
                errors = caught
            } catch DatabaseError.accountFull {
                errors = .accountFull
            }
            if context.prefersJSON { throw errors.problem }
            var context = context
            context.formErrors = errors
            var response = try await page(context)
            if let seconds = errors.retryAfter { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    /// The same where the page is everybody's.
    package func post(
        _ path: RouterPath,
        for access: Access,
        again page: @escaping Handler,
        use handler: @escaping MemberHandler
    ) {
        post(path, for: access, again: page, use: Self.handingMember(to: handler))
    }

    /// The same on a route that only members reach.
    package func post(
        _ path: RouterPath,
        for access: Access,
        again page: @escaping MemberHandler,
        use handler: @escaping MemberHandler
    ) {
        post(path, for: access, again: Self.handingMember(to: page), use: Self.handingMember(to: handler))
    }

    private static func handingMember(to handler: @escaping MemberHandler) -> Handler {
        { context in try await handler(context, try context.requireMember()) }
    }

    /// A replacement of something, for scripts: as with `post`.
    package func put(_ path: RouterPath, for access: Access, use handler: @escaping MemberHandler) {
        put(path, use: Self.reading(for: access, Self.handingMember(to: handler)))
    }

    private static func reading(
        for access: Access,
        _ handler: @escaping Handler
    ) -> @Sendable (Request, AppRequestContext) async throws -> Response {
        { _, context in
            var context = context
            context.form = try await Form.read(context)
            try access.check(context)
            try context.checkFormToken()
            try context.form.checkForNUL()
            do { return try await handler(context) } catch DatabaseError.accountFull {
                throw FormToSendAgain(context.form, .accountFull)
            }
        }
    }

    /// A form with files, as multipart/form-data (a plain form is one without files). The session and the form token are
    /// checked before the first file, so our forms have the token first; nothing of a file is read before the handler asks:
    ///
    ///     router.post("/albums", for: .member, files: rules) { context, incoming in
    ///         // Here context.form ends before the first file. Anyone who may not send any is refused unread.
    ///         guard try context.requireMember().isVerified else { throw Problem.forbidden }
    ///         let (context, files) = try await incoming.read()
    ///         // Now context.form is complete; file.content of each file is the file or why it was refused.
    ///     }
    ///
    /// However the request ends, its files are deleted, unless they were told to `persist()`. Without a session the words are
    /// kept and offered again after the login, without the files. The addresses of such forms have to be in
    /// `Routes.maxBytesByPath` too.
    package func post(
        _ path: RouterPath,
        for access: Access,
        files rules: FileRules,
        use handler: @escaping @Sendable (AppRequestContext, IncomingForm) async throws -> Response
    ) {
        post(path, use: Self.reading(for: access, files: rules, handler))
    }

    /// The same replacing something, for scripts that send fields alone in the shorter of both encodings.
    package func put(_ path: RouterPath, for access: Access, upTo bytes: Int, use handler: @escaping MemberHandler) {
        let rules = FileRules(folder: "", files: 0, bytesPerFile: 0, fieldBytes: bytes)
        put(
            path,
            use: Self.reading(for: access, files: rules) { _, incoming in
                try await Self.handingMember(to: handler)(try await incoming.read().0)
            }
        )
    }

    private static func reading(
        for access: Access,
        files rules: FileRules,
        _ handler: @escaping @Sendable (AppRequestContext, IncomingForm) async throws -> Response
    ) -> @Sendable (Request, AppRequestContext) async throws -> Response {
        { _, context in
            var context = context
            if access.leastRole != nil, context.member == nil {
                throw LoginNeeded(form: try await textFields(context, rules))
            }
            let incoming = try await IncomingForm(context, rules) { [context] form in
                // The token may be after the files too.
                if let given = form["csrf"] { try context.check(formToken: given) }
                try form.checkForNUL()
            }
            do {
                context.form = try await incoming.fieldsBeforeFiles()
                try access.check(context)
                try context.checkFormToken()
                try context.form.checkForNUL()
                let response = try await handler(context, incoming)
                await incoming.discardFiles()
                return response
            } catch {
                await incoming.discardFiles()
                let isFull = error as? DatabaseError == .accountFull
                let full = isFull ? FormToSendAgain(context.form, .accountFull) : nil
                guard let again = error as? FormToSendAgain ?? full else { throw error }
                // There may be words after the files.
                let limit = context.member == nil ? rules.bytesWithoutSession : rules.maxBytes
                throw FormToSendAgain((try? await incoming.textFields(within: limit)) ?? again.form, again.problem)
            }
        }
    }

    /// The fields of a form besides its files, as far as they can be read.
    private static func textFields(_ context: AppRequestContext, _ rules: FileRules) async throws -> Form? {
        let incoming = try await IncomingForm(context, rules) { _ in }
        return try? await incoming.textFields(within: rules.bytesWithoutSession)
    }
}

extension Form {
    fileprivate func checkForNUL() throws {
        guard let field = fieldWithNUL else { return }
        throw FormToSendAgain(self, Form.Error.controlCharacter(field: field).problem)
    }
}

extension AppRequestContext {
    /// A wrong token is refused in any case; a missing one, where nothing else proves the request's origin.
    fileprivate func checkFormToken() throws {
        guard let given = form["csrf"] ?? request.headers[.csrfToken] else {
            if isProvenSameSite { return }
            throw Problem.crossSite
        }
        try check(formToken: given)
    }

    /// Refuses a token that is not this browser's. Where the browser states that this site made the request, it is one from
    /// before a login: anyone who is logged in now decides whether to send the form.
    fileprivate func check(formToken given: String) throws {
        if let formToken, ConstantTime.areEqual(given, formToken) { return }
        guard isProvenSameSite else { throw Problem.crossSite }
        throw FormToSendAgain(form, .staleForm)
    }

    /// The member, on a route that only members reach.
    package func requireMember() throws -> Member {
        guard let member else { throw LoginNeeded(form: form) }
        return member
    }
}
