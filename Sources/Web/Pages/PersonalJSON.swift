import HTTPTypes
import Hummingbird
import Templates

extension Response {
    /// What the program that asked is told, and nobody's cache keeps.
    package static func personalJSON(_ model: some ViewModel, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(bytes: JSONRepresentation.encode(model))
        )
    }
}
