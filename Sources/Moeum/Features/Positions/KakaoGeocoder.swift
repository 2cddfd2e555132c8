import Foundation

/// Kakao Local's address search (developers.kakao.com).
struct KakaoGeocoder: Sendable {
    /// A row of the answer; `x` is the longitude, and both are texts.
    private struct Document {
        let type: String
        let names: [String]
        let latitude: Double
        let longitude: Double

        init?(_ row: [String: Any]) {
            guard let latitude = (row["y"] as? String).flatMap(Double.init),
                let longitude = (row["x"] as? String).flatMap(Double.init)
            else { return nil }
            (self.latitude, self.longitude) = (latitude, longitude)
            type = row["address_type"] as? String ?? ""
            let road = row["road_address"] as? [String: Any]
            names = [road?["address_name"], row["address_name"]].compactMap { $0 as? String }
        }
    }

    // REGION and ROAD are the middle of a neighbourhood and of a road.
    private static let buildings: Set<String> = ["ROAD_ADDR", "REGION_ADDR"]

    let key: String
    let baseURL: String
    let client: GeocoderClient

    /// Nil where no row has the same road and numbers, or several do that lie apart.
    func position(of address: RoadAddress) async throws -> Place.Position? {
        let answer = try await client.get(
            "\(baseURL)/v2/local/search/address.json",
            ["query": address.fullText],
            headers: ["Authorization: KakaoAK \(key)"]
        )
        if answer.status == 401 || answer.status == 403 {
            throw Geocoder.Error.invalidKey("status \(answer.status); the app may need Kakao Map to be switched on")
        }
        guard answer.status == 200, let rows = answer.json?["documents"] as? [[String: Any]] else {
            throw Geocoder.Error.noAnswer("status \(answer.status), without documents")
        }
        let same = rows.compactMap(Document.init).filter { row in
            Self.buildings.contains(row.type) && row.names.contains { RoadAddress($0) == address }
        }
        return Geocoder.agreed(same.map { Place.Position(exactLatitude: $0.latitude, longitude: $0.longitude) })
    }
}
