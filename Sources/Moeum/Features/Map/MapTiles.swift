import Foundation

/// What a list's page needs to lay its pins over map tiles. Nil without configured tiles; then no script of it is loaded.
package struct MapTiles: ViewModel {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` in it.
    let address: String
    /// The attribution that the tiles' provider asks for.
    let credit: String
    private let assets: Assets

    /// The folder of Debian's libjs-leaflet; we serve Leaflet ourselves, so that no page loads scripts from another site.
    private static let library = "/usr/share/javascript/leaflet"

    /// Leaflet's files by the names that they are served under; empty without tiles.
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
