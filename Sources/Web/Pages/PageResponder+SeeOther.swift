import HTTPTypes
import Hummingbird
import Templates

extension PageResponder {
    /// Answers that something was done: browsers are redirected, with a flash; programs get the address.
    /// - Parameters:
    ///   - path: within the site.
    ///   - flash: a key under `flash.` in the texts; see `Flash`.
    package func seeOther(
        _ context: AppRequestContext,
        to path: String,
        flash: String? = nil,
        cookies: [String] = []
    ) -> Response {
        var response: Response
        if context.prefersJSON {
            let message = flash.map(Flash.init).map { context.text("flash.\($0.key)", $0.arguments) }
            response = .personalJSON(["next": .text(path), "message": message.map(FieldValue.text) ?? .nothing])
        } else {
            response = Response(status: .seeOther, headers: [.location: path])
            if let flash { response.set(cookies: [self.cookies.setting(CookieRules.flashName, to: flash, for: 60)]) }
        }
        response.set(cookies: cookies)
        return response
    }

    /// Answers somebody whose session was ended; the browser drops its cached pages.
    package func logOutResponse(_ context: AppRequestContext, flash: String) -> Response {
        var response = seeOther(
            context,
            to: "/",
            flash: flash,
            cookies: [self.cookies.clearing(self.cookies.sessionName)]
        )
        // Cached pages only; without cookies the known device and the language would be lost.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}
