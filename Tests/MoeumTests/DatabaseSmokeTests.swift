import Foundation
import Testing

@testable import Moeum

@Test func aWriteIsReadBack() async throws {
    let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
    let database = try SQLiteDatabase(path: path)
    try await Migrator().migrate(database)
    _ = try await database.write {
        try $0.execute("INSERT INTO sources (id, name_ko, name_en, as_of) VALUES (\("a"), 'a', 'a', \("2026-01-01"))")
    }
    let ids = try await database.read { try $0.rows("SELECT id FROM sources").map { try $0.string(0) } }
    #expect(ids == ["a"])
    await database.close()
}
