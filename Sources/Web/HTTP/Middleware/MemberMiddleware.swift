import Database
import HTTPTypes
import Hummingbird

/// Identifies the member of a request's session, and turns errors into pages with that member's navigation.
package struct MemberMiddleware: RouterMiddleware {
    package let cookies: CookieRules
    package let errorPages: ErrorPages
    /// The member of a session cookie's value; nil where the session does not exist or has ended.
    package let identify: @Sendable (String, AppRequestContext) async throws -> Member?
    /// Answers a request that needs a session with the login page.
    package let askToLogIn: @Sendable (AppRequestContext, LoginNeeded) async throws -> Response
    /// Shows a form again that could not be taken.
    package let askToSendAgain: @Sendable (AppRequestContext, FormToSendAgain) async throws -> Response

    package init(
        cookies: CookieRules,
        errorPages: ErrorPages,
        identify: @escaping @Sendable (String, AppRequestContext) async throws -> Member?,
        askToLogIn: @escaping @Sendable (AppRequestContext, LoginNeeded) async throws -> Response,
        askToSendAgain: @escaping @Sendable (AppRequestContext, FormToSendAgain) async throws -> Response
    ) {
        self.cookies = cookies
        self.errorPages = errorPages
        self.identify = identify
        self.askToLogIn = askToLogIn
        self.askToSendAgain = askToSendAgain
    }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        var context = context
        var isDead = false
        if let secret = context.cookies[cookies.sessionName] {
            context.member = try await identify(secret, context)
            isDead = context.member == nil
        }
        context.formToken = context.member?.formToken ?? context.cookies[cookies.formName].map(FormToken.derived)
        let known = context
        var response = try await ReadingAccount.$current.withValue(known.member?.id.rawValue) {
            try await answer(request, known, next)
        }
        // The browser drops the ended session's cookie, unless the answer begins another session.
        if isDead, !response.headers[values: .setCookie].contains(where: { $0.begins(with: "\(cookies.sessionName)=") })
        {
            response.set(cookies: [cookies.clearing(cookies.sessionName)])
        }
        return response
    }

    private func answer(_ request: Request, _ context: AppRequestContext, _ next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let redirection as Redirection {
            return try redirection.response(from: request, context: context)
        } catch let needed as LoginNeeded where !context.prefersJSON {
            return try await askToLogIn(context, needed)
        } catch let again as FormToSendAgain where !context.prefersJSON {
            return try await askToSendAgain(context, again)
        } catch {
            return errorPages.response(to: error, context)
        }
    }
}
