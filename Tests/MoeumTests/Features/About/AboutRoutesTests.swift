import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import Moeum

struct AboutRoutesTests {
    private func visit(_ path: String, _ headers: HTTPFields = [:], _ check: @escaping @Sendable (TestResponse) -> Void)
        async throws
    {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder + "/moeum.sqlite")
        try await Migrator().migrate(database)
        _ = try await database.write {
            try $0.execute(
                """
                INSERT INTO sources (id, name_ko, name_en, url, as_of)
                VALUES (\("a<b"), \("a<b"), \("a<b"), \("javascript:alert(1)"), \("2026-01-02"))
                """
            )
        }
        let config = try Config { ["MOEUM_DATA_DIR": folder, "MOEUM_BASE_URL": "http://moeum.example"][$0] }
        let app = try App(config: config, database: database, logger: Logger(label: "test"))
        try await Application(router: Routes.router(app)).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers) { check($0) }
        }
        await database.close()
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func everyLanguageHasItsAddress() async throws {
        try await visit("/about?lang=en") { answer in
            let page = String(buffer: answer.body)
            #expect(answer.status == .ok)
            #expect(page.contains("<html lang=\"en\""))
            #expect(page.contains("rel=\"canonical\" href=\"http://moeum.example/about\""))
            #expect(page.contains("hreflang=\"ko\" href=\"http://moeum.example/about?lang=ko\""))
            #expect(page.contains("name=\"next\" value=\"/about\""))
        }
    }

    @Test func aSourceIsShownAsTextAndLinksOnlyToTheWeb() async throws {
        try await visit("/about/data") { answer in
            let page = String(buffer: answer.body)
            #expect(page.contains("2026-01-02"))
            #expect(page.contains("a&lt;b"))
            #expect(!page.contains("javascript:"))
        }
    }

    @Test func theTwinHoldsTheSources() async throws {
        try await visit("/about/data", [.accept: "application/json"]) { answer in
            let twin = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: [[String: Any]]]
            #expect(twin?["sources"]?.first?["asOf"] as? String == "2026-01-02")
        }
    }

    @Test func theManifestNamesIconsThatExist() async throws {
        try await visit("/manifest.webmanifest") { answer in
            let manifest = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
            let icons = manifest?["icons"] as? [[String: String]] ?? []
            #expect(icons.count == 3)
            for icon in icons {
                #expect(FileManager.default.fileExists(atPath: "Public" + (icon["src"] ?? "?")))
            }
        }
    }
}
