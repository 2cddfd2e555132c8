import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Testing

@testable import Moeum
@testable import Templates

struct AboutRoutesTests {
    private func visit(
        _ path: String,
        _ headers: HTTPFields = [:],
        _ check: @escaping @Sendable (TestResponse) throws -> Void
    )
        async throws
    {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder + "/moeum.sqlite")
        try await Migrator().migrate(database)
        let districts = try Districts.load(from: Project.root.path + "/Data")
        let text = """
            source_key,kind,name,district,phone,as_of
            1,restaurant,한솔집,mapo,02-000-0000,2026-01-02
            2,bookshop,온책방,jung,,2022
            3,castle,성,jung,,
            4,restaurant,,jung,,
            5,restaurant,집,atlantis,,
            6,restaurant,,mapo,,
            """
        let reader = FileImport(districts: districts, source: SourceReference(source: "a<b", asOf: "2026-01-02"))
        let content = try reader.read(text)
        try await database.write { transaction in
            for id in ["a<b", "unused"] {
                let remark = Source.Remark(ko: "<b>틀린", en: "<b>wrong")
                let url = "javascript:alert(1)"
                try transaction.saveSource(
                    Source(id: id, nameKo: id, nameEn: id, url: url, licence: nil, asOf: "2021", remarks: [remark])
                )
            }
            _ = try transaction.importPlaces(content, districts, startedAt: 1)
        }
        let config = try Config { ["MOEUM_DATA_DIR": folder, "MOEUM_BASE_URL": "http://moeum.example"][$0] }
        let app = try App(config: config, database: database, logger: Logger(label: "test"))
        let client = try RouterClient(Routes.router(app))
        try check(try await client.execute(uri: path, method: .get, headers: headers))
        await database.close()
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test("Every language has its address") func languages() async throws {
        try await visit("/about?lang=en") { answer in
            #expect(answer.status == .ok)
            let page = try answer.html
            #expect(page.has("html[lang=en]"))
            #expect(page.has("link[rel=canonical][href=http://moeum.example/about]"))
            #expect(page.has("link[hreflang=ko][href=http://moeum.example/about?lang=ko]"))
            #expect(page.has("input[name=next][value=/about]"))
        }
    }

    @Test("A source is shown as text and links only to the web") func escapeSource() async throws {
        try await visit("/about/data") { answer in
            let page = String(buffer: answer.body)
            #expect(page.contains("2022년부터 2026년 1월 2일까지"))
            #expect(page.contains("a&lt;b"))
            #expect(page.contains("&lt;b&gt;틀린"))
            #expect(!page.contains("javascript:"))
            #expect(!page.contains("unused"))
        }
    }

    @Test("The JSON has the sources") func jsonSources() async throws {
        try await visit("/about/data", [.accept: "application/json"]) { answer in
            let json = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
            let source = (json?["sources"] as? [[String: Any]])?.first
            #expect(source?["asOf"] as? String == "2021")
            #expect(source?["oldest"] as? String == "2022")
            #expect(source?["newest"] as? String == "2026-01-02")
            #expect(source?["listed"] as? Int == 2)
            #expect(source?["cancelled"] as? Int == 0)
            #expect(source?["remarks"] as? [String] == ["<b>틀린"])
            let last = source?["lastImport"] as? [String: Any]
            #expect(last?["rowsRead"] as? Int == 6)
            #expect(last?["inserted"] as? Int == 2)
            #expect(last?["refused"] as? Int == 4)
            #expect((last?["at"] as? String)?.hasSuffix("Z") == true)
            let rejections = (last?["refusals"] as? [[String: Any]] ?? []).map {
                "\($0["reason"] ?? "") \($0["rows"] ?? "")"
            }
            #expect(rejections == ["missing 2", "unknown-district 1", "unknown-kind 1"])
        }
    }

    @Test(
        "The page says how the last import went",
        arguments: [
            ("ko", ["2곳 · 지정 취소 0곳", "6행: 추가 2", "서울의 구가 아님: 1행", "알려진 문제"]),
            ("en", ["2 listed · 0 cancelled", "6: 2 new", "Not a district of Seoul: 1", "2022 to 2 January 2026"]),
        ]
    )
    func lastImport(_ language: String, _ words: [String]) async throws {
        try await visit("/about/data?lang=\(language)") { answer in
            let page = String(buffer: answer.body)
            for text in words { #expect(page.contains(text)) }
        }
    }

    @Test("Every reason to refuse a row has its text") func rejectionTexts() throws {
        for language in Language.allCases {
            let texts = try Texts(language: language, directory: Project.root.path + "/Views")
            for reason in ImportRejection.Reason.allCases { #expect(texts["data.refusal.\(reason.rawValue)"] != nil) }
        }
    }

    @Test("The manifest names icons that exist") func manifest() async throws {
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
