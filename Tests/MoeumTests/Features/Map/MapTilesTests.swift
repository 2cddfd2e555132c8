import Foundation
import HTTPTypes
import Testing

@testable import Moeum

struct MapTilesTests {
    private func config(_ address: String?, _ credit: String? = nil) throws -> Config {
        let settings: [String: String?] = [
            "MOEUM_TILE_URL": address, "MOEUM_TILE_ATTRIBUTION": credit, "MOEUM_RESOURCES": Project.root.path,
        ]
        return try Config { settings[$0] ?? nil }
    }

    private func policy(_ config: Config) -> String {
        var headers = HTTPFields()
        SecurityHeaders(config).add(to: &headers)
        return headers[.contentSecurityPolicy] ?? ""
    }

    @Test(
        "The policy allows nothing but the tiles",
        arguments: [
            ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"),
            ("http://127.0.0.1:9000/t/{z}/{x}/{y}", "http://127.0.0.1:9000"),
            ("https://{s}.tiles.example/{z}/{x}/{y}{r}.png", "https://*.tiles.example"),
        ]
    )
    func contentPolicy(_ address: String, _ origin: String) throws {
        #expect(policy(try config(address)).contains("img-src 'self' data: \(origin);"))
        #expect(policy(try config(nil)).contains("img-src 'self' data:;"))
    }

    @Test(
        "Anything but an address of tiles is refused",
        arguments: [
            "tiles.example/{z}/{x}/{y}", "https://tiles.example/{z}/{x}", "https://tiles.example{z}{x}{y}",
            "https://a; script-src *;/{z}/{x}/{y}", "https://a{s}.tiles.example/{z}/{x}/{y}", "javascript:{z}/{x}/{y}",
            "",
        ]
    )
    func refuseAddresses(_ address: String) {
        #expect(throws: Config.Error.self) { try config(address) }
    }

    @Test("The error about a missing library names its package") func missingLibrary() throws {
        let error = #expect(throws: Config.Error.self) {
            try MapTiles.files(for: try config("https://tiles.example/{z}/{x}/{y}"), in: "/nowhere")
        }
        #expect(error?.description.contains("libjs-leaflet") == true)
        #expect(try MapTiles.files(for: try config(nil), in: "/nowhere").isEmpty)
    }

    @Test("The library has fingerprinted names, and the provider is named") func serveLibrary() throws {
        let folder = NSTemporaryDirectory() + "leaflet-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["leaflet.esm.min.js", "leaflet.css"] {
            try Data("/* \(name) */".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let config = try config("https://{s}.tiles.example/{z}/{x}/{y}.png")
        let assets = try Assets(
            directory: Project.root.path + "/Public",
            libraries: try MapTiles.files(for: config, in: folder)
        )
        let tiles = try #require(MapTiles(config: config, assets: assets))
        #expect(tiles.script?.wholeMatch(of: /\/assets\/leaflet-[0-9a-f]+\.js/) != nil)
        #expect(tiles.style?.wholeMatch(of: /\/assets\/leaflet-[0-9a-f]+\.css/) != nil)
        #expect(tiles.credit == "tiles.example")
        let credited = try self.config("https://tiles.example/{z}/{x}/{y}", "Made-up maps")
        #expect(MapTiles(config: credited, assets: assets)?.credit == "Made-up maps")
    }
}
