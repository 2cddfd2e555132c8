import HTTPTypes
import Hummingbird

/// Whether a client prefers JSON to HTML; with equal quality the one named first wins.
package enum Accept {
    package static func prefersJSON(_ request: Request) -> Bool { prefersJSON(request.headers[.accept]) }

    /// - Parameter header: the field `Accept`.
    static func prefersJSON(_ header: String?) -> Bool {
        guard let header else { return false }
        let types = QualityList(header)
        guard let json = types.best(of: ["application/json", "application/problem+json"]), json.quality > 0 else {
            return false
        }
        guard let html = types.best(of: ["text/html"]) else { return true }
        return json.quality != html.quality ? json.quality > html.quality : json.index < html.index
    }
}
