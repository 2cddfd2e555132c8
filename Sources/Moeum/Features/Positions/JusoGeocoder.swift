import Foundation

/// The ministry's search of road addresses and its list of their coordinates (business.juso.go.kr): two calls, each with a
/// key of its own.
struct JusoGeocoder: Sendable {
    private static let fine = "0"
    private static let serverFault = "-999"
    /// A key that is not approved, and one that has expired.
    private static let keyCodes: Set<String> = ["E0001", "E0014"]

    private let searchKey: String
    private let coordinatesKey: String
    private let baseURL: String
    private let client: GeocoderClient

    /// - Parameter keys: of the search and of the coordinates, with a comma between; one alone serves both.
    init(keys: String, baseURL: String, client: GeocoderClient) {
        let keys = keys.split(separator: ",").map { String($0).trimmed }
        searchKey = keys.first ?? ""
        coordinatesKey = keys.last ?? ""
        self.baseURL = baseURL
        self.client = client
    }

    /// Nil where no building has the same road and numbers, or several do, or its entrances lie apart.
    func position(of address: RoadAddress) async throws -> Place.Position? {
        // An address of ours has none of the signs that the ministry's firewall blocks.
        let found = try await rows(
            "addrLinkApi.do",
            [
                "confmKey": searchKey, "currentPage": "1", "countPerPage": "10", "keyword": address.fullText,
                "resultType": "json",
            ]
        ).filter { Self.names(address, $0) }
        guard let building = found.first, Set(found.map { $0["rnMgtSn"] }).count == 1 else { return nil }
        let coordinates = try await rows(
            "addrCoordApi.do",
            [
                "confmKey": coordinatesKey, "admCd": building["admCd"] ?? "", "rnMgtSn": building["rnMgtSn"] ?? "",
                "udrtYn": building["udrtYn"] ?? "", "buldMnnm": building["buldMnnm"] ?? "",
                "buldSlno": building["buldSlno"] ?? "", "resultType": "json",
            ]
        )
        let entrances = coordinates.compactMap { row -> (Double, Double)? in
            row["entX"].flatMap(Double.init).flatMap { x in row["entY"].flatMap(Double.init).map { (x, $0) } }
        }
        return Geocoder.agreed(entrances.map { Place.Position(easting: $0, northing: $1) })
    }

    private static func names(_ address: RoadAddress, _ row: [String: String]) -> Bool {
        row["sggNm"] == address.district && row["rn"] == address.road
            && row["udrtYn"] == (address.isUnderground ? "1" : "0")
            && row["buldMnnm"].flatMap { Int($0) } == address.number
            && (row["buldSlno"].flatMap { Int($0) } ?? 0) == address.subnumber
    }

    private func rows(_ call: String, _ query: KeyValuePairs<String, String>) async throws -> [[String: String]] {
        let answer = try await client.get("\(baseURL)/addrlink/\(call)", query) { Self.code($0) == Self.serverFault }
        guard answer.status == 200, let json = answer.json, let code = Self.code(json) else {
            throw Geocoder.Error.noAnswer("status \(answer.status), without a result")
        }
        if Self.keyCodes.contains(code) { throw Geocoder.Error.invalidKey(code) }
        // Any other code is about the address: unknown, too vague, too long.
        guard code == Self.fine else { return [] }
        let rows = (json["results"] as? [String: Any])?["juso"] as? [[String: Any]] ?? []
        return rows.map { $0.compactMapValues { $0 as? String } }
    }

    private static func code(_ json: [String: Any]) -> String? {
        ((json["results"] as? [String: Any])?["common"] as? [String: Any])?["errorCode"] as? String
    }
}
