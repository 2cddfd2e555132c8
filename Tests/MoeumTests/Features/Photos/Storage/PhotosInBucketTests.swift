import Foundation
import Testing

@testable import Moeum

/// A site whose photos are in an S3-compatible storage.
@Suite(.cleanup)
struct PhotosInBucketTests {
    private static func siteWithBucket() async throws -> (TestSite, ObjectServer) {
        let (server, address) = try await ObjectServer.start()
        let url = ObjectServer.text(host: address.host)
        return (try await TestSite(settings: ["MOEUM_STORAGE_URL": url]), server)
    }

    private struct Uploaded: Decodable { let thumb: String }

    @Test("Photos are stored, served and swept in the bucket") func storeServeSweep() async throws {
        let (site, server) = try await Self.siteWithBucket()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let answer = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        #expect(answer.status == .created, "\(answer.text)")
        #expect(server.objects.count == PhotoSize.allCases.count)
        let path = try JSONDecoder().decode(Uploaded.self, from: Data(buffer: answer.body)).thumb
        #expect(try await browser.get(path).status == .ok)
        let health = try await Doctor(app: site.app, repairs: false).photoFiles()
        #expect(health.map(\.state) == [.ok, .ok, .ok])
        let stored = server.objects.count
        // One that no row names, and one that may still be on its way in.
        let (stray, young) = (SystemRandom.name() + ".jpg", SystemRandom.name() + ".jpg")
        for name in [stray, young] { try await site.app.photos.storage.put([1], as: name) }
        server.change("a b/c/\(PhotoPath.of(stray))", at: .now - 86_400)
        let sweep = PhotoSweep(database: site.app.database, storage: site.app.photos.storage, uploads: "/nowhere")
        try await sweep.run(at: site.now)
        #expect(server.objects.count == stored + 2, "with the owner, without the stray one")
        try await sweep.run(at: site.now + Photo.unusedLifetime + 1)
        #expect(Set(server.objects.keys) == ["a b/c/owner"])
    }

    @Test("A storage that does not answer is not taken for an empty one") func failingStorage() async throws {
        let (site, server) = try await Self.siteWithBucket()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let answer = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        let path = try JSONDecoder().decode(Uploaded.self, from: Data(buffer: answer.body)).thumb
        server.fail(.max)
        #expect(try await browser.get(path).status == .serviceUnavailable)
        #expect(
            try await browser.send(file: PictureFixture.png(red: 90), to: "/uploads").status == .serviceUnavailable
        )
        let health = try await Doctor(app: site.app, repairs: true).photoFiles()
        #expect(health.map(\.state) == [.broken])
        #expect(health.first?.said.hasSuffix("answered 503 SlowDown") == true)
        server.fail(0)
        #expect(try await browser.get(path).status == .ok)
    }
}
