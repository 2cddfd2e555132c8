import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum
@testable import Web

@Suite(.cleanup)
struct AssetsTests {
    private func assetsFolder() throws -> URL {
        let folder = URL(filePath: try temporaryFolder())
        try Data("body { color: #123 }\n".utf8).write(to: folder.appending(path: "app.css"))
        try Data("import { draw } from \"./map.js\";\n".utf8).write(to: folder.appending(path: "list.js"))
        try Data("export function draw() {}\n".utf8).write(to: folder.appending(path: "map.js"))
        try Data("secret".utf8).write(to: folder.appending(path: ".hidden.css"))
        return folder
    }

    private func send(
        _ assets: Assets,
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let router = Router(context: AppRequestContext.self)
        router.add(middleware: AssetMiddleware(assets: assets))
        let client = try RouterClient(router)
        return try await client.execute(uri: path, method: method, headers: headers)
    }

    @Test("An edited file is served under a new name in development") func serveEdited() async throws {
        let folder = try assetsFolder()
        let assets = try Assets(directory: folder.path, reloads: true, checksEvery: .zero)
        let before = try #require(assets.names["asset.app.css"])
        try Data("body { color: #456789 }\n".utf8).write(to: folder.appending(path: "app.css"))
        let after = try #require(assets.names["asset.app.css"])
        #expect(before != after)
        #expect(String(buffer: try await send(assets, after).body).contains("#456789"))
        let plain = try await send(assets, "/app.css")
        #expect(String(buffer: plain.body).contains("#456789"))
        #expect(plain.headers[.cacheControl] == "no-cache")
        try FileManager.default.removeItem(at: folder.appending(path: "app.css"))
        #expect(assets.names["asset.app.css"] == nil)
    }

    @Test("Nothing is read again in production") func readOnce() async throws {
        let folder = try assetsFolder()
        let assets = try Assets(directory: folder.path, checksEvery: .zero)
        let name = try #require(assets.names["asset.app.css"])
        try FileManager.default.removeItem(at: folder.appending(path: "app.css"))
        #expect(try await send(assets, name).status == .ok)
    }

    @Test("A page names an edited file again") func renameInPages() async throws {
        let folder = try assetsFolder()
        let assets = try Assets(directory: folder.path, reloads: true, checksEvery: .zero)
        let views = folder.appending(path: "Views/strings")
        try FileManager.default.createDirectory(at: views, withIntermediateDirectories: true)
        for language in Language.allCases {
            try Data("{}".utf8).write(to: views.appending(path: "\(language.rawValue).json"))
        }
        try Data("{{asset.app.css}}".utf8).write(to: folder.appending(path: "Views/error.mustache"))
        let pages = try Views(
            directory: folder.appending(path: "Views").path,
            assets: assets.names,
            pages: [ErrorPage.self],
            layout: PageLayout.self,
            reloads: true,
            checksEvery: .zero
        )
        func rendered() throws -> String {
            var output: [UInt8] = []
            let page = ErrorPage(status: 404, title: "", text: "", requestID: nil)
            try pages.render(page, in: PageLayout(language: .english, title: ""), .english, into: &output)
            return String(decoding: output, as: UTF8.self)
        }
        let before = try rendered()
        try Data("body { color: #456789 }\n".utf8).write(to: folder.appending(path: "app.css"))
        #expect(try rendered() != before)
        #expect(try rendered() == assets.names["asset.app.css"])
    }

    /// Strong tags promise equal bytes (RFC 9110 §8.8.3), so each encoding has its own.
    @Test("Each encoding has its own ETag") func tagEncodings() async throws {
        let assets = try Assets(directory: Project.root.appendingPathComponent("Public").path)
        let plain = try await send(assets, "/app.css")
        let gzip = try await send(assets, "/app.css", .get, [.acceptEncoding: "gzip"])
        let (plainTag, gzipTag) = (try #require(plain.headers[.eTag]), try #require(gzip.headers[.eTag]))
        #expect(gzip.headers[.contentEncoding] == "gzip" && plain.headers[.contentEncoding] == nil)
        #expect(plainTag != gzipTag)
        for tag in [plainTag, gzipTag, "W/\(gzipTag)", "\"other\", \(plainTag)", "*"] {
            let answer = try await send(assets, "/app.css", .get, [.ifNoneMatch: tag])
            #expect(answer.status == .notModified && answer.body.readableBytes == 0)
        }
        let part = plainTag.dropLast(3) + "\""
        #expect(try await send(assets, "/app.css", .get, [.ifNoneMatch: String(part)]).status == .ok)
    }

    @Test("A wrong method gets the right ones", arguments: [HTTPRequest.Method.post, .put, .delete, .options])
    func answerWrongMethod(_ method: HTTPRequest.Method) async throws {
        let site = try await TestSite()
        let answer = try await site.client.execute(uri: "/app.css", method: method)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers[.allow] == "GET, HEAD")
    }

    @Test("The icon that browsers ask for is there") func serveIcon() async throws {
        let assets = try Assets(directory: Project.root.appendingPathComponent("Public").path)
        let icon = try await send(assets, "/favicon.ico")
        #expect(icon.status == .ok && icon.headers[.contentType] == "image/png")
        #expect(Array(icon.body.readableBytesView.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test("Modules import each other under their new names") func renameImports() async throws {
        let folder = try assetsFolder()
        let assets = try Assets(directory: folder.path)
        let list = try await send(assets, try #require(assets.names["asset.list.js"]))
        #expect(String(buffer: list.body).contains(try #require(assets.names["asset.map.js"])))
        #expect(try await send(assets, "/.hidden.css").status == .notFound)
    }
}
