import Foundation
import Hummingbird
import ServiceLifecycle
import Synchronization

@testable import Moeum

/// A server that is asked for the weather, and answers as a test says.
final class WeatherServer: Sendable {
    struct Request: Sendable {
        let path: String
        let query: [String: String]
        let headers: [String: String]
    }

    /// Nil never answers.
    typealias Answer = @Sendable (Request) -> (status: Int, body: String)?

    let requests = Mutex<[Request]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("**") { [self] request, _ -> Response in
            let query = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
            let asked = Request(
                path: request.uri.path,
                query: Dictionary(query) { first, _ in first },
                headers: Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
            )
            requests.withLock { $0.append(asked) }
            guard let (status, body) = answer(asked) else {
                try? await gracefulShutdown()
                return Response(status: .ok)
            }
            return Response(
                status: .init(code: status),
                headers: status == 302 ? [.location: "/elsewhere"] : [:],
                body: .init(byteBuffer: ByteBuffer(string: body))
            )
        }
        return router
    }

    /// - Returns: a server's address, and the server.
    static func start(_ answer: @escaping Answer) async throws -> (address: String, server: WeatherServer) {
        let server = WeatherServer(answer)
        return ("http://127.0.0.1:\(try await LiveRouter.start(server.router()))", server)
    }

    /// As Open-Meteo answers.
    static func openMeteo(
        _ day: String,
        hours: Int = 24,
        code: String = "61",
        temperature: String = "9.4",
        change: (String) -> String = { $0 }
    ) -> String {
        let times = (0..<hours).map { "\"\(day)T\(SeoulTime.clock($0 * 60))\"" }.joined(separator: ",")
        let codes = Array(repeating: code, count: hours).joined(separator: ",")
        let temperatures = Array(repeating: temperature, count: hours).joined(separator: ",")
        return change(
            """
            {"latitude": 37.55, "longitude": 127.0, "timezone": "Asia/Seoul", "utc_offset_seconds": 32400,
            "hourly": {"time": [\(times)], "weather_code": [\(codes)], "temperature_2m": [\(temperatures)]}}
            """
        )
    }

    /// As the public data portal answers.
    /// - Parameter row: further fields of an hour.
    static func kma(_ day: String, hours: Int = 24, code: String = "00", row: (Int) -> String) -> String {
        let rows = (0..<hours).map {
            "{\"tm\": \"\(day) \(SeoulTime.clock($0 * 60))\", \"stnId\": \"108\", \"ws\": \"1.2\", \(row($0))}"
        }.joined(separator: ",")
        return """
            {"response": {"header": {"resultCode": "\(code)", "resultMsg": "NORMAL_SERVICE"},
            "body": {"dataType": "JSON", "items": {"item": [\(rows)]}, "totalCount": \(hours)}}}
            """
    }
}
