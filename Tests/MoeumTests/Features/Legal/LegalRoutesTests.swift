import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct LegalRoutesTests {
    @Test("Both documents are complete in both languages") func documents() async throws {
        let site = try await TestSite()
        for document in LegalDocument.current {
            for language in Language.allCases {
                let builder = LegalBuilder(config: site.app.config, views: site.app.views, language: language)
                let page = builder.page(document)
                #expect(page.sections.map(\.id) == document.kind.sections)
                #expect(page.sections.allSatisfy { !$0.heading.isEmpty && !($0.paragraphs + $0.items).isEmpty })
                let answer = try await site.get("/\(document.kind.rawValue)?lang=\(language.rawValue)")
                #expect(answer.status == .ok && !answer.text.contains("legal."))
                // No figure was left out.
                #expect(!answer.text.contains("{") || !answer.text.contains("Days}"))
                let html = try answer.html
                for section in page.sections { #expect(html.has("h2[id=\(section.id)]"), "\(section.id)") }
            }
        }
    }

    @Test("Cookies have the names that browsers see") func cookieNames() async throws {
        let secure = ["MOEUM_BASE_URL": "https://moeum.example"]
        for (settings, name) in [([:], "moeum_session"), (secure, "__Host-moeum_session")] {
            let site = try await TestSite(settings: settings)
            let builder = LegalBuilder(config: site.app.config, views: site.app.views, language: .english)
            let tables = builder.page(.privacy).sections.compactMap(\.table)
            #expect(tables.count == 2 && tables.first?.entries.count == LegalBuilder.kept.count)
            #expect(tables.last?.entries.first?.name == name)
        }
    }

    @Test("The times in the texts are those of the code") func figures() async throws {
        let site = try await TestSite()
        let builder = LegalBuilder(config: site.app.config, views: site.app.views, language: .english)
        let tables = builder.page(.privacy).sections.compactMap(\.table)
        let kept = Dictionary(
            uniqueKeysWithValues: zip(LegalBuilder.kept, (tables.first?.entries ?? []).map(\.howLong))
        )
        #expect(kept["mail"]?.contains("7 days") == true)
        #expect(kept["limits"]?.contains("3 days") == true)
        #expect(kept["account"]?.contains("14 days") == true && kept["account"]?.contains("30 days") == true)
        #expect(kept["sessions"]?.contains("14 days") == true && kept["sessions"]?.contains("90 days") == true)
        let rules = site.app.config.cookies
        let names: Set = [
            rules.sessionName, rules.formName, rules.deviceName, rules.challengeName, rules.pendingActionName,
            rules.sentToName, rules.visitorName,
            CookieRules.flashName,
            CookieRules.languageName, CookieRules.themeName, Place.Kind.cookieName,
        ]
        #expect(Set((tables.last?.entries ?? []).compactMap(\.name)) == names)
    }

    @Test("The operators' contact is shown where it is configured") func contact() async throws {
        for (settings, contact) in [
            ([:], nil), (["MOEUM_MAIL_FROM": "Moeum <hello@moeum.example>"], "hello@moeum.example"),
            (["MOEUM_MAIL_FROM": "a@moeum.example", "MOEUM_CONTACT": "b@moeum.example"], "b@moeum.example"),
        ] as [([String: String], String?)] {
            let site = try await TestSite(settings: settings)
            let json = try await site.json("/privacy")
            #expect(json["contact"] as? String == contact)
            #expect(json["version"] as? String == LegalDocument.privacy.version)
            let html = String(buffer: try await site.get("/terms").body)
            #expect(html.contains("mailto:") == (contact != nil))
        }
    }

    @Test("Another site's map tiles are named") func tileHost() async throws {
        let settings = ["MOEUM_TILE_URL": "https://tiles.example/{z}/{x}/{y}.png"]
        for (settings, isNamed) in [(settings, true), ([:], false)] {
            let config = try Config { ["MOEUM_RESOURCES": Project.root.path].merging(settings) { $1 }[$0] }
            let site = try await TestSite()
            let page = LegalBuilder(config: config, views: site.app.views, language: .english).page(.privacy)
            let others = try #require(page.sections.first { $0.id == "others" })
            #expect(others.paragraphs.contains { $0.contains("https://tiles.example") } == isNamed)
        }
    }
}
