import HTTPTypes
import Hummingbird
import Templates

extension Response {
    /// An answer for the program that asked, which must not be cached.
    package static func personalJSON(_ model: some ViewModel, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(bytes: JSONRepresentation.encode(model))
        )
    }
}
