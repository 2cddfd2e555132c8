import Foundation

extension Transaction {
    /// Addresses that a geocoder has not known since then.
    func geocoderMisses(of geocoder: String, since: Date) throws -> Set<String> {
        Set(
            try rows(
                """
                SELECT address FROM geocoder_misses
                WHERE geocoder = \(geocoder) AND asked_at >= \(since.milliseconds)
                """
            ).map { try $0.string(0) }
        )
    }

    func saveGeocoderMiss(_ address: String, of geocoder: String, at now: Date) throws {
        try execute(
            """
            INSERT INTO geocoder_misses (geocoder, address, asked_at)
            VALUES (\(geocoder), \(address), \(now.milliseconds))
            ON CONFLICT (geocoder, address) DO UPDATE SET asked_at = excluded.asked_at
            """
        )
    }
}
