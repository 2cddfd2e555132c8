import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The files of `Public`, read and compressed once, served from memory under names that change with their content.
package final class Assets: Sendable {
    struct Asset: Sendable {
        let type: String
        /// The ETag of the plain bytes; the compressed ones have their own, since strong tags promise equal bytes.
        let tag: String
        let plain: ByteBuffer
        let gzip: ByteBuffer?
        let isImmutable: Bool
    }

    /// The assets made from the files as they were at one time.
    private struct Content: Sendable {
        var byPath: [String: Asset] = [:]
        var names: [String: String] = [:]
        var files: [String: Date] = [:]
        var checked = ContinuousClock.now
    }

    private let directory: String
    private let libraries: [String: String]
    private let reloads: Bool
    private let checksEvery: Duration
    /// The assets served where nothing reloads: read without a lock.
    private let first: Content
    private let latest: Mutex<Content>

    /// `asset.app.css` → `/assets/app-1f2e3d4c.css`, for templates.
    package var names: [String: String] { current().names }

    /// - Parameters:
    ///   - directory: every file below it is served, except names that begin with a dot.
    ///   - libraries: files from elsewhere, by the names they get here.
    ///   - reloads: whether an edited file is served on the next request (development).
    ///   - checksEvery: the time between two checks for edited files.
    package init(
        directory: String,
        libraries: [String: String] = [:],
        reloads: Bool = false,
        checksEvery: Duration = .milliseconds(250)
    ) throws {
        self.directory = directory
        self.libraries = libraries
        self.reloads = reloads
        self.checksEvery = checksEvery
        first = try Self.read(directory, libraries)
        latest = Mutex(first)
    }

    package func contains(path: String) -> Bool { current().byPath[path] != nil }

    /// The answer for a path; nil where the path is no asset's.
    package func response(path: String, _ request: Request) -> Response? {
        guard let asset = current().byPath[path] else { return nil }
        let gzip = Compressor.isAccepted(request.headers[.acceptEncoding]) ? asset.gzip : nil
        let lifetime = reloads ? "no-cache" : "public, max-age=3600"
        var headers: HTTPFields = [
            .contentType: asset.type, .vary: "Accept-Encoding",
            .eTag: gzip == nil ? "\"\(asset.tag)\"" : "\"\(asset.tag)-gz\"",
            .cacheControl: asset.isImmutable ? "public, max-age=31536000, immutable" : lifetime,
        ]
        if let known = request.headers[.ifNoneMatch], ETag.matches(known, tag: asset.tag) {
            return Response(status: .notModified, headers: headers)
        }
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip ?? asset.plain))
    }

    private func current() -> Content {
        guard reloads else { return first }
        return latest.withLock { content in
            if content.checked.duration(to: .now) >= checksEvery {
                // Where a file is half-written or missing, the assets before are served; the next check is soon.
                if let changes = try? Self.changes(in: directory), changes != content.files,
                    let edited = try? Self.read(directory, libraries)
                {
                    content = edited
                }
                content.checked = .now
            }
            return content
        }
    }

    private static func read(_ directory: String, _ libraries: [String: String]) throws -> Content {
        var result = Content()
        result.files = try changes(in: directory)
        var contents: [String: [UInt8]] = [:]
        for path in result.files.keys {
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(path)") else { continue }
            contents[path] = Array(data)
        }
        for (name, path) in libraries { contents[name] = Array(try Data(contentsOf: URL(filePath: path))) }
        let urls = urls(for: contents)
        let compressor = Compressor(level: 12)
        for (path, bytes) in contents {
            let final = path.hasSuffix(".js") ? withFingerprintedImports(bytes, urls) : bytes
            let asset = asset(path, final, compressor)
            if let url = urls[path] { result.byPath[url] = asset(true) }
            result.byPath["/\(path)"] = asset(false)
        }
        // Browsers request it on their own.
        if let icon = result.byPath["/icon-192.png"], contents["favicon.ico"] == nil {
            result.byPath["/favicon.ico"] = icon
        }
        result.names = Dictionary(uniqueKeysWithValues: urls.map { ("asset.\($0.key)", $0.value) })
        return result
    }

    /// The files and their modification times.
    private static func changes(in directory: String) throws -> [String: Date] {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: directory).reduce(into: [:]) { changes, path in
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                types[URL(filePath: path).pathExtension] != nil
            else { return }
            changes[path] = try manager.attributesOfItem(atPath: "\(directory)/\(path)")[.modificationDate] as? Date
        }
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8",
    ]

    /// One fingerprint over all modules: a changed import changes every importer's name with it.
    private static func urls(for contents: [String: [UInt8]]) -> [String: String] {
        let scripts = contents.filter { $0.key.hasSuffix(".js") }.sorted { $0.key < $1.key }
        let scriptsMark = fingerprint(scripts.flatMap(\.value))
        var urls: [String: String] = [:]
        for (path, bytes) in contents {
            guard let dot = path.lastIndex(of: ".") else { continue }
            let mark = path.hasSuffix(".js") ? scriptsMark : fingerprint(bytes)
            urls[path] = "/assets/\(path[..<dot])-\(mark)\(path[dot...])"
        }
        return urls
    }

    private static func fingerprint(_ bytes: [UInt8]) -> String {
        Hexadecimal.text(SHA256.digest(of: bytes).prefix(5))
    }

    /// `from "./map.js"` becomes `from "/assets/map-….js"`.
    private static func withFingerprintedImports(_ bytes: [UInt8], _ urls: [String: String]) -> [UInt8] {
        var source = String(decoding: bytes, as: UTF8.self)
        for (path, url) in urls where path.hasSuffix(".js") {
            source = source.replacing("\"./\(path)\"", with: "\"\(url)\"")
        }
        return Array(source.utf8)
    }

    private static func asset(_ path: String, _ bytes: [UInt8], _ compressor: Compressor) -> (Bool) -> Asset {
        let type = types[URL(filePath: path).pathExtension] ?? "application/octet-stream"
        let plain = ByteBuffer(bytes: bytes)
        let gzip = type.hasPrefix("image/png") ? nil : compressor.gzip(bytes).map { ByteBuffer(bytes: $0) }
        let tag = fingerprint(bytes)
        return { Asset(type: type, tag: tag, plain: plain, gzip: gzip, isImmutable: $0) }
    }
}
