import Foundation

/// A service that knows the positions of addresses. Its errors never contain a key.
package struct Geocoder: Sendable {
    /// The services there are.
    package enum Service: String, Sendable, CaseIterable {
        case kakao, juso
    }

    /// Why a service gives no answers, in words for the person who asks it.
    package enum Error: Swift.Error, CustomStringConvertible, Equatable {
        case noService
        case noKey
        case invalidKey(String)
        case noAnswer(String)

        package var description: String {
            switch self {
            case .noService: "a geocoder is needed: --geocoder or \(Setting.geocoder.name), which takes kakao or juso"
            case .noKey: "a key is needed: --geocoder-key or \(Setting.geocoderKey.name)"
            case .invalidKey(let why): "the geocoder refused the key: \(why)"
            case .noAnswer(let why): "the geocoder gave no answer: \(why); what it said so far is kept"
            }
        }
    }

    let service: Service
    /// A key of the `sources` table.
    let source: String
    /// The building's position in Seoul; nil where the service does not know this very building.
    let position: @Sendable (RoadAddress) async throws -> Place.Position?

    /// - Parameter baseURL: replaces the service's own address.
    init(_ service: Service, key: String, baseURL: String? = nil, client: GeocoderClient = GeocoderClient()) {
        self.service = service
        let baseURL = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        switch service {
        case .kakao:
            source = "kakao-local"
            position = KakaoGeocoder(key: key, baseURL: baseURL ?? "https://dapi.kakao.com", client: client).position
        case .juso:
            source = "juso-coordinates"
            let juso = JusoGeocoder(keys: key, baseURL: baseURL ?? "https://business.juso.go.kr", client: client)
            position = juso.position
        }
    }

    package init(_ config: Config) throws(Error) {
        guard let service = config.geocoder else { throw .noService }
        guard let key = config.geocoderKey, !key.isEmpty else { throw .noKey }
        self.init(service, key: key, baseURL: config.geocoderURL)
    }

    /// So far apart, in metres, two answers are still one building.
    private static let tolerance = 100.0

    /// The first answer, where all are of one building; nil where one is outside Seoul.
    static func agreed(_ answers: [Place.Position?]) -> Place.Position? {
        guard let first = answers.first ?? nil else { return nil }
        let isOne = answers.allSatisfy { answer in
            answer.map { other in
                Geodesy.metres(first.latitude, first.longitude, other.latitude, other.longitude) <= tolerance
            } ?? false
        }
        return isOne ? first : nil
    }
}

/// Asks a geocoder, one request after the other, with pauses.
struct GeocoderClient: Sendable {
    /// What a service answered.
    struct Answer {
        let status: Int
        /// Nil where the body is no JSON object.
        let json: [String: Any]?
    }

    private static let maxBytes = 1 << 20

    private let http = HTTPClient()
    var timeout = Duration.seconds(15)
    /// Before each request.
    var requestDelay = Duration.milliseconds(200)
    /// Doubled after each further failure.
    var retryDelay = Duration.seconds(2)
    var maxAttempts = 5

    /// The first answer that is neither a server's fault nor a rate limit's.
    /// - Parameter isFault: whether an answer of status 200 tells of a fault of the server.
    func get(
        _ url: String,
        _ query: KeyValuePairs<String, String>,
        headers: [String] = [],
        isFault: ([String: Any]) -> Bool = { _ in false }
    ) async throws -> Answer {
        let address =
            url + "?" + query.map { "\($0)=\($1.percentEncoded { "-._~".utf8.contains($0) })" }.joined(separator: "&")
        var reason = ""
        for attempt in 0..<maxAttempts {
            try await Task.sleep(for: attempt == 0 ? requestDelay : retryDelay * (1 << (attempt - 1)))
            do {
                let response = try await http.get(address, headers: headers, timeout: timeout, upTo: Self.maxBytes)
                let json = try? JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
                let isTransient = response.status == 429 || response.status >= 500 || json.map(isFault) == true
                guard isTransient else { return Answer(status: response.status, json: json) }
                reason = "status \(response.status)"
            } catch HTTPClient.Error.unreachable(let why) {
                reason = why
            } catch HTTPClient.Error.tooLarge {
                throw Geocoder.Error.noAnswer("what it sends is too large")
            }
        }
        throw Geocoder.Error.noAnswer(reason)
    }
}
