import Foundation
import Testing

@testable import Moeum

/// A file of somebody's own, from the disk into the database.
@Suite(.cleanup)
struct FileLoaderTests {
    private let data = Project.root.path + "/Data"

    private func newFile(_ bytes: Data) throws -> String {
        let path = "\(try temporaryFolder())/shops-\(UUID().uuidString).csv"
        try bytes.write(to: URL(filePath: path))
        return path
    }

    private func load(_ bytes: Data, into database: any Database) async throws -> ImportCounts {
        try await FileLoader(path: try newFile(bytes), dataDirectory: data).load(into: database)
    }

    @Test("A file is imported with the sources that it names", arguments: TestEngine.available)
    func importSources(_ engine: TestEngine) async throws {
        let text = """
            source_key,kind,name,district,source
            1,restaurant,한솔집,mapo,
            2,bookshop,달책방,jung,a-club
            3,bakery,빵집,jung,a-club
            """
        let path = try newFile(Data(text.utf8))
        let file = try FileLoader(path: path, dataDirectory: data)
        #expect(file.content.rejections.map(\.line) == [4])
        let database = try await engine.database(.tables)
        #expect(try await file.load(into: database).inserted == 2)
        #expect(try await file.load(into: database).unchanged == 2)
        let sources = Set(try await database.read { try $0.sources() }.map(\.id))
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        #expect(sources == Set(try Source.all(in: data).map(\.id)).union(["a-club", "file:\(name)", "staff"]))
    }

    @Test("A file under another name is the same list", arguments: TestEngine.available)
    func renamedFile(_ engine: TestEngine) async throws {
        let header = "source_key,kind,name,district,source\n"
        let november = header + "PT-900,restaurant,가나다식당,mapo,\nPT-901,restaurant,라마식당,mapo,a-club\n"
        let final = header + "PT-900,restaurant,가나다식당,mapo,\nPT-901,restaurant,바사식당,mapo,\n"
        let database = try await engine.database(.tables)
        var counts = try await load(Data(november.utf8), into: database)
        #expect(counts.inserted == 2)
        let sources = try await database.read { try $0.sources() }.count
        counts = try await load(Data(header.utf8) + Data("PT-900,restaurant,가나다식당,mapo,\n".utf8), into: database)
        #expect(counts.inserted == 0 && counts.unchanged == 1)
        #expect(try await database.read { try $0.sources() }.count == sources)
        // Bookshops have keys of their own: lists are often numbered from 1.
        counts = try await load(Data(header.utf8) + Data("PT-900,bookshop,가나다서점,mapo,\n".utf8), into: database)
        #expect(counts.inserted == 1 && counts.changed == 0)
        // A source of its own has keys of its own.
        counts = try await load(Data(final.utf8), into: database)
        #expect(counts.inserted == 1 && counts.unchanged == 1)
    }

    /// Each transaction leaves the index a piece of its own, and a search looks into all of them.
    @Test("The search index is merged from its pieces") func mergeIndex() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        for name in ["한솔집", "달책방", "모래내식당"] {
            let text = "source_key,kind,name,district\n\(name),restaurant,\(name),mapo\n"
            let path = try newFile(Data(text.utf8))
            let file = try FileLoader(path: path, dataDirectory: data)
            #expect(try await file.load(into: database).inserted == 1)
        }
        // So few stay as they are.
        #expect(try await database.read { try $0.countPlaceSearchIndexPieces() } == 3)
        // What stops it is told.
        let full = WatchedDatabase(database) { _ in throw DatabaseError.failing("the disk is full") }
        await #expect(throws: DatabaseError.failing("the disk is full")) {
            try await full.mergePlaceSearchIndex(from: 2)
        }
        try await database.mergePlaceSearchIndex(from: 2)
        #expect(try await database.read { try $0.countPlaceSearchIndexPieces() } == 1)
        let found = try await database.read { transaction in
            var query = PlaceQuery()
            query.text = "모래내"
            return try transaction.placeList(query, at: SeoulTime(.now)).entries.map(\.place.name)
        }
        #expect(found == ["모래내식당"])
    }

    @Test("A file that is no text is refused by name") func refuseBinary() async throws {
        let path = try newFile(Data([0xFF, 0xFE, 0x00]))
        let error = #expect(throws: FileImport.Error.self) { try FileLoader(path: path, dataDirectory: data) }
        #expect(error?.description == "\(path) is not UTF-8")
    }
}
