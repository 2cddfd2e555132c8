import Foundation

extension Transaction {
    /// Replaces the hours by which a place is found open: those of its record, or, where that has none that are understood,
    /// those that members tell.
    func savePlaceHours(_ record: PlaceRecord, as id: Place.ID) throws {
        try execute("DELETE FROM place_hours WHERE place_id = \(id)")
        let hours = try record.hoursText.flatMap(OpeningHours.init) ?? toldHours(of: id).map { OpeningHours($0) }
        for interval in (hours?.intervals ?? []).map(\.onDayOfOpening) {
            try execute(
                """
                INSERT INTO place_hours (place_id, weekday, opens_minute, closes_minute)
                VALUES (\(id), \(interval.weekday), \(interval.opens), \(interval.closes))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// Replaces what members tell of a place's hours; nil deletes it.
    func saveToldHours(_ told: ToldHours?, of id: Place.ID) throws {
        guard let place = try place(id), place.toldHours != told, let record = try placeRecord(id) else { return }
        try execute("UPDATE places SET told_hours = \(told?.text) WHERE id = \(id)")
        // It may be counted among those with known hours from now on, or no more.
        try countInCombination(record, place.status, of: id, by: -1)
        try savePlaceHours(record, as: id)
        try insertPlacePoint(record, place.status, as: id)
    }

    private func toldHours(of id: Place.ID) throws -> ToldHours? {
        let text = try first("SELECT told_hours FROM places WHERE id = \(id)") { try $0.optionalString(0) }
        return (text ?? nil).flatMap { ToldHours($0) }
    }
}
