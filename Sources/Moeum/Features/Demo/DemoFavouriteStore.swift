import Foundation

/// Rows of invented people's favourites, lists and visits.
extension Transaction {
    func insertDemoFavourites(_ owner: DemoFavourites.Owner) throws {
        _ = try insertFavourites(owner.favourites, by: owner.account)
        let columns: SQL = "INSERT INTO visits (id, account_id, place_id, visited_on, created_at) VALUES"
        try insertDemoRows(owner.visits, columns) { visit in
            "(\(visit.id), \(owner.account), \(visit.place), \(visit.on), \(visit.at.milliseconds))"
        }
        if let list = owner.list { try insertDemoList(list, by: owner.account) }
    }

    private func insertDemoList(_ list: DemoFavourites.ListEntry, by account: Account.ID) throws {
        try execute(
            """
            INSERT INTO lists (id, account_id, title, note, visibility, entry_count, created_at, changed_at)
            VALUES (\(list.id), \(account), \(list.details.title), \(list.details.note),
                \(list.details.visibility.rawValue),
                \(list.places.count), \(list.at.milliseconds), \(list.at.milliseconds))
            """
        )
        let columns: SQL = "INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at) VALUES"
        try insertDemoRows(Array(list.places.enumerated()), columns) { index, place in
            "(\(list.id), \(place), \(index + 1), '', \(account), \(list.at.milliseconds))"
        }
    }
}
