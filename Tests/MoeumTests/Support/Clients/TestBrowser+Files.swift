import HTTPTypes
import RouterClient

@testable import Moeum

extension TestBrowser {
    /// Posts a form in parts, as a browser does where it has a field for files.
    @discardableResult
    func postFiles(
        _ path: String,
        _ fields: [(name: String, value: String)],
        files: [(field: String, bytes: [UInt8])] = [],
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        var form = FormFixture()
        for field in fields { form.add(field.name, field.value) }
        // What a browser sends where nobody chose a file.
        if files.isEmpty { form.add("photos[]", fileName: "", type: "application/octet-stream", []) }
        for file in files { form.add(file.field, fileName: "../a.jpg", type: "image/jpeg", file.bytes) }
        var headers = headers
        headers[.contentType] = form.contentType
        return try await post(path, body: form.closed, headers)
    }
}
