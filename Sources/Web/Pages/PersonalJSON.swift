import HTTPTypes
import Hummingbird
import Templates

extension Response {
    /// An answer for the program that asked, which must not be cached.
    package static func personalJSON(_ model: some ViewModel, status: HTTPResponse.Status = .ok) -> Response {
        personalJSON(JSONRepresentation.encode(model), status)
    }

    /// The same with a few facts that are no page's: what was done, and where to go on.
    package static func personalJSON(
        _ facts: KeyValuePairs<String, FieldValue>,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        personalJSON(JSONRepresentation.encode(facts), status)
    }

    private static func personalJSON(_ bytes: [UInt8], _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(bytes: bytes)
        )
    }
}
