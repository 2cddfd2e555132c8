import Foundation

/// What a page needs to lay a list's pins over map tiles. There is none unless tiles are configured, and then nothing of
/// it is loaded.
package struct MapTiles: ViewModel {
    /// With `{z}`, `{x}` and `{y}` in it.
    let address: String
    /// Whom the tiles' provider wants named.
    let credit: String
    private let assets: Assets

    /// Where Debian's libjs-leaflet puts them; Leaflet is served by us, so that no page asks another site for scripts.
    private static let library = "/usr/share/javascript/leaflet"

    /// Leaflet's files by the names they are served under; none without tiles.
    static func files(for config: Config, in library: String = library) throws -> [String: String] {
        guard config.tileURL != nil else { return [:] }
        let files = ["leaflet.js": "\(library)/leaflet.esm.min.js", "leaflet.css": "\(library)/leaflet.css"]
        for path in files.values.sorted() where !FileManager.default.isReadableFile(atPath: path) {
            throw Config.Error(
                description: "MOEUM_TILE_URL needs \(path), which is missing: install the package libjs-leaflet"
            )
        }
        return files
    }

    init?(config: Config, assets: Assets) {
        guard let address = config.tileURL else { return nil }
        self.address = address
        self.assets = assets
        let host = config.tileOrigin?.split(separator: "/").last.map { String($0).replacing("*.", with: "") }
        credit = config.tileAttribution ?? host ?? address
    }

    /// The fingerprinted addresses of Leaflet's module and stylesheet on our own site.
    var script: String? { assets.names["asset.leaflet.js"] }
    var style: String? { assets.names["asset.leaflet.css"] }

    package static let fields: [Field<MapTiles>] = [
        .text("address") { $0.address }, .text("credit") { $0.credit }, .text("script") { $0.script },
        .text("style") { $0.style },
    ]
}
