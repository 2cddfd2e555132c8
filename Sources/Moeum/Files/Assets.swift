import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The files of `Public`, read and compressed once, served from memory under names that change with their content.
public final class Assets: Sendable {
    struct Asset: Sendable {
        let type: String
        let tag: String
        let plain: ByteBuffer
        let gzip: ByteBuffer?
        let isImmutable: Bool
    }

    /// A file named twice or unreadable.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private let byPath: [String: Asset]
    /// `asset.app.css` → `/assets/app-1f2e3d4c.css`, for templates.
    public let names: [String: String]

    /// - Parameter directory: every file below it is served; names that start with a dot are not.
    public init(directory: String) throws {
        var contents: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory).sorted() {
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                Self.types[URL(filePath: path).pathExtension] != nil,
                let data = FileManager.default.contents(atPath: "\(directory)/\(path)")
            else { continue }
            contents[path] = Array(data)
        }
        let urls = Self.urls(for: contents)
        var byPath: [String: Asset] = [:]
        let compressor = Compressor(level: 12)
        for (path, bytes) in contents {
            let final = path.hasSuffix(".js") ? Self.withFingerprintedImports(bytes, urls) : bytes
            let asset = Self.asset(path, final, compressor)
            if let url = urls[path] { byPath[url] = asset(true) }
            byPath["/\(path)"] = asset(false)
        }
        self.byPath = byPath
        names = Dictionary(uniqueKeysWithValues: urls.map { ("asset.\($0.key)", $0.value) })
    }

    /// The answer for a path, or nil when no file is meant.
    func response(path: String, _ request: Request) -> Response? {
        guard let asset = byPath[path] else { return nil }
        var headers: HTTPFields = [
            .contentType: asset.type, .eTag: asset.tag, .vary: "Accept-Encoding",
            .cacheControl: asset.isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        ]
        if let known = request.headers[.ifNoneMatch], known.contains(asset.tag) {
            return Response(status: .notModified, headers: headers)
        }
        if let gzip = asset.gzip, Compressor.isAccepted(request.headers[.acceptEncoding]) {
            headers[.contentEncoding] = "gzip"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip))
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.plain))
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
        SHA256.hash(data: bytes).prefix(5).map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "0\(hex)" : hex
        }.joined()
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
        let tag = "\"\(fingerprint(bytes))\""
        return { Asset(type: type, tag: tag, plain: plain, gzip: gzip, isImmutable: $0) }
    }
}

/// Serves assets before the router is asked.
struct AssetMiddleware: RouterMiddleware {
    let assets: Assets

    func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head,
            let response = assets.response(path: request.uri.path, request)
        else { return try await next(request, context) }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
