import Foundation
import Hummingbird
import Synchronization
import Testing

@testable import Moeum

/// Geocoders against a server of their own that answers well and badly.
@Suite(.cleanup)
struct GeocodingTests {
    private static let data = Project.root.path + "/Data"
    private static let districts = Result { try Districts.load(from: data) }

    /// What the server answers, one request after the other: a status and a body.
    private final class Replay: Sendable {
        struct Request: Sendable {
            let path: String
            let query: [String: String]
            let authorization: String?
        }

        private let answers: Mutex<[(Int, String)]>
        let requests = Mutex<[Request]>([])

        init(_ answers: [(Int, String)]) { self.answers = Mutex(answers) }

        func router() -> Router<BasicRequestContext> {
            let router = Router()
            router.get("**") { [self] request, _ -> Response in
                let query = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
                requests.withLock {
                    $0.append(
                        Request(
                            path: request.uri.path,
                            query: Dictionary(query) { first, _ in first },
                            authorization: request.headers[.authorization]
                        )
                    )
                }
                let (status, body) = answers.withLock { $0.isEmpty ? (500, "") : $0.removeFirst() }
                return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: body)))
            }
            return router
        }

        var queries: [String] { requests.withLock { $0.compactMap { $0.query["query"] } } }
    }

    private static func kakao(_ type: String, _ name: String, x: String = "126.9494", y: String = "37.5390") -> String {
        """
        {"meta": {"total_count": 1}, "documents": [{"address_type": "\(type)", "address_name": "\(name)", "x": "\(x)",
        "y": "\(y)", "address": null, "road_address": null}]}
        """
    }

    private static let nothing = #"{"meta": {"total_count": 0}, "documents": []}"#

    private static func juso(_ rows: String, code: String = "0") -> String {
        #"{"results": {"common": {"errorCode": "\#(code)", "errorMessage": ""}, "juso": \#(rows)}}"#
    }

    private static func building(_ number: String, sub: String = "0", road: String = "114404139001") -> String {
        """
        {"admCd": "1144010800", "rnMgtSn": "\(road)", "sggNm": "마포구", "rn": "도화길", "udrtYn": "0",
        "buldMnnm": "\(number)", "buldSlno": "\(sub)"}
        """
    }

    private func insert(_ addresses: [String], _ database: any Database) async throws {
        let districts = try Self.districts.get()
        let records = addresses.enumerated().map { index, address in
            PlacesFixture.record("\(index)", "가게 \(index)") { $0.roadAddress = address }
        }
        _ = try await database.write { try $0.upsertPlaces(records, districts) }
    }

    private func geocoding(
        _ service: Geocoder.Service,
        _ database: any Database,
        port: Int,
        tries: Int = 3
    ) throws -> Geocoding {
        var client = GeocoderClient()
        (client.requestDelay, client.retryDelay, client.maxAttempts) = (.zero, .milliseconds(1), tries)
        // On a busy machine too: a question that is asked twice takes the answer of the next.
        client.timeout = .seconds(300)
        let address = "http://127.0.0.1:\(port)/"
        return try Geocoding(
            database: database,
            dataDirectory: Self.data,
            geocoder: Geocoder(service, key: "secret,other", baseURL: address, client: client)
        )
    }

    /// Numbers of the made-up places that stand at an exact position.
    private func exact(_ database: any Database) async throws -> [String: SourceReference?] {
        try await database.read { transaction in
            let ids = try transaction.rows("SELECT id FROM places WHERE precision_level = 'exact'").map {
                try $0.id(0) as Place.ID
            }
            return Dictionary(
                try ids.compactMap(transaction.placeRecord).map { ($0.key, $0.factSources[.position]) }
            ) { first, _ in first }
        }
    }

    @Test("Kakao is asked once and believed for the very number only", arguments: TestEngine.available)
    func askKakao(_ engine: TestEngine) async throws {
        let replay = Replay([
            (429, ""), (503, ""), (200, Self.kakao("ROAD_ADDR", "서울 마포구 도화길 1")),
            (200, Self.kakao("ROAD", "서울 마포구 도화길")), (200, Self.kakao("ROAD_ADDR", "서울 마포구 도화길 33")),
            (200, Self.kakao("ROAD_ADDR", "서울 마포구 도화길 4", x: "129.1")),
            (200, Self.kakao("ROAD_ADDR", "서울 마포구 도화길 5")),
        ])
        let database = try await PlacesFixture.database(on: engine)
        let addresses = ["1 (도화동)", "2 1층", "3", "4", "1 지하1층"].map { "서울특별시 마포구 도화길 \($0)" }
        try await insert(addresses, database)
        let port = try await LiveRouter.start(replay.router())
        let geocoding = try geocoding(.kakao, database, port: port)
        #expect(try await geocoding.run(limit: 3).line == "found 1, not found 2, left 1")
        #expect(try await geocoding.run(limit: nil).line == "found 0, not found 1, left 0")
        // What is known, or was not to be found, is not asked for again within half a year.
        #expect(try await geocoding.run(limit: nil).line == "found 0, not found 0, left 0")
        let later = Date.now + 200 * 86_400
        #expect(try await geocoding.run(limit: 1, at: { later }).left == 2)
        let found = try await exact(database)
        #expect(Set(found.keys) == ["0", "4"])
        let reference = SourceReference(source: "kakao-local", asOf: SeoulTime(.now).isoDay)
        #expect(found["0"] == reference && found["4"] == reference)
        let asked = replay.queries
        #expect(asked == ["1", "1", "1", "2", "3", "4", "2"].map { "서울특별시 마포구 도화길 \($0)" })
        let requests = replay.requests.withLock { $0 }
        #expect(requests.allSatisfy { $0.path == "/v2/local/search/address.json" })
        #expect(requests.allSatisfy { $0.authorization == "KakaoAK secret,other" })
    }

    @Test(
        "Answers that lie apart give no exact position",
        arguments: [(["37.5390", "37.5392"], 1), (["37.5390", "37.5570"], 0), (["37.5390", "35.1"], 0)]
    )
    func distantAnswers(_ latitudes: [String], _ found: Int) async throws {
        let name = "서울 마포구 도화길 1"
        let rows = latitudes.map {
            #"{"address_type": "ROAD_ADDR", "address_name": "\#(name)", "x": "126.9494", "y": "\#($0)"}"#
        }
        let replay = Replay([(200, "{\"documents\": [\(rows.joined(separator: ","))]}")])
        let database = try await PlacesFixture.database()
        try await insert(["서울특별시 마포구 도화길 1"], database)
        let port = try await LiveRouter.start(replay.router())
        let report = try await geocoding(.kakao, database, port: port).run(limit: nil)
        #expect(report.found == found && report.unknown == 1 - found)
        #expect(try await exact(database).count == found)
    }

    @Test("Entrances that lie apart give no exact position") func distantEntrances() async throws {
        for (north, found) in [("1954063.0", 1), ("1956023.0", 0)] {
            let entrances = ["1954023.0", north].map { #"{"entX": "953243.0", "entY": "\#($0)"}"# }
            let replay = Replay([
                (200, Self.juso("[\(Self.building("1"))]")), (200, Self.juso("[\(entrances.joined(separator: ","))]")),
            ])
            let database = try await PlacesFixture.database()
            try await insert(["서울특별시 마포구 도화길 1"], database)
            let port = try await LiveRouter.start(replay.router())
            let report = try await geocoding(.juso, database, port: port).run(limit: nil)
            #expect(report.found == found && report.unknown == 1 - found)
        }
    }

    @Test("Juso is asked for the building, then for its entrance", arguments: TestEngine.available)
    func askJuso(_ engine: TestEngine) async throws {
        let replay = Replay([
            (200, Self.juso("[\(Self.building("11")), \(Self.building("1")), \(Self.building("1", sub: "2"))]")),
            (200, Self.juso("", code: "-999").replacing("\"juso\": }", with: "\"juso\": null}")),
            (200, Self.juso(#"[{"entX": "953243.0", "entY": "1954023.0"}]"#)), (200, Self.juso("null")),
            (200, Self.juso("[\(Self.building("3")), \(Self.building("3", road: "114404139002"))]")),
            (200, Self.juso("null", code: "E0006")),
        ])
        let database = try await PlacesFixture.database(on: engine)
        try await insert(["1", "2", "3", "4"].map { "서울특별시 마포구 도화길 \($0)" }, database)
        let port = try await LiveRouter.start(replay.router())
        let report = try await geocoding(.juso, database, port: port).run(limit: nil)
        #expect(report.line == "found 1, not found 3, left 0")
        let record = try await database.read { transaction in
            let ids = try transaction.rows("SELECT id FROM places WHERE precision_level = 'exact'").map {
                try $0.id(0) as Place.ID
            }
            return try ids.first.flatMap(transaction.placeRecord)
        }
        #expect(abs((record?.position?.latitude ?? 0) - 37.5844113) < 1e-7)
        #expect(record?.factSources[.position]?.source == "juso-coordinates")
        let requests = replay.requests.withLock { $0 }
        #expect(requests.map(\.path).prefix(2) == ["/addrlink/addrLinkApi.do", "/addrlink/addrCoordApi.do"])
        #expect(requests.first?.query["confmKey"] == "secret")
        #expect(requests.first?.query["keyword"] == "서울특별시 마포구 도화길 1")
        let second = requests[1].query
        #expect(second["confmKey"] == "other" && second["rnMgtSn"] == "114404139001" && second["buldMnnm"] == "1")
    }

    @Test(
        "A geocoder that does not answer is asked no further",
        arguments: [
            (Geocoder.Service.kakao, 401, "{}", "the geocoder refused the key"),
            (.kakao, 400, "{}", "the geocoder gave no answer"), (.kakao, 502, "", "the geocoder gave no answer"),
            (.kakao, 200, "<html>", "the geocoder gave no answer"),
            (.juso, 200, juso("null", code: "E0014"), "the geocoder refused the key"),
            (.juso, 200, "<html>", "the geocoder gave no answer"),
        ]
    )
    func noAnswer(
        _ service: Geocoder.Service,
        _ status: Int,
        _ body: String,
        _ words: String
    ) async throws {
        let replay = Replay(Array(repeating: (status, body), count: 10))
        let database = try await PlacesFixture.database()
        try await insert(["1", "2"].map { "서울특별시 마포구 도화길 \($0)" }, database)
        let port = try await LiveRouter.start(replay.router())
        let error = await #expect(throws: Geocoder.Error.self) {
            try await geocoding(service, database, port: port, tries: 2).run(limit: nil)
        }
        #expect(error?.description.hasPrefix(words) == true)
        #expect(error?.description.contains("secret") == false)
        #expect(replay.requests.withLock { $0.count } == (status == 502 ? 2 : 1))
        // Nothing is held to be unknown for that.
        let misses = try await database.read { try $0.geocoderMisses(of: service.rawValue, since: .distantPast) }
        #expect(misses.isEmpty)
    }

    @Test("A stop keeps what was found") func stop() async throws {
        let replay = Replay([(200, Self.kakao("ROAD_ADDR", "서울 마포구 도화길 1")), (200, Self.nothing)])
        let database = try await PlacesFixture.database()
        try await insert(["1", "2", "3"].map { "서울특별시 마포구 도화길 \($0)" }, database)
        let port = try await LiveRouter.start(replay.router())
        let geocoding = try geocoding(.kakao, database, port: port)
        let report = try await Task {
            try await geocoding.run(limit: nil) { report in
                if report.found == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(report.line == "found 1, not found 0, left 2")
        #expect(try await exact(database).count == 1)
    }

    @Test("Without a service or a key nobody is asked") func withoutService() throws {
        func geocoder(_ settings: [String: String]) throws -> Geocoder { try Geocoder(Config { settings[$0] }) }
        #expect(throws: Geocoder.Error.noService) { try geocoder([:]) }
        #expect(throws: Geocoder.Error.noKey) { try geocoder(["MOEUM_GEOCODER": "kakao"]) }
        #expect(try geocoder(["MOEUM_GEOCODER": "juso", "MOEUM_GEOCODER_KEY": "a,b"]).source == "juso-coordinates")
        #expect(throws: Config.Error.self) { try geocoder(["MOEUM_GEOCODER": "naver", "MOEUM_GEOCODER_KEY": "a"]) }
    }
}
