import Foundation

/// A picture that somebody sent, under a name of its own that nobody can guess.
struct Photo: Sendable, Equatable, Identifiable {
    typealias ID = Int64

    let id: ID
    /// What its addresses under `/media` begin with.
    let name: String
    /// Of the picture as it was sent, upright, in pixels.
    let width: Int
    let height: Int
    /// The colour there is most of, `#rrggbb`.
    let colour: String
    /// A tiny picture as a `data:` address.
    let placeholder: String
    /// What it shows, in words.
    var alt = ""

    /// For how long one that belongs to no review is kept; a draft lives as long.
    static let unusedLifetime: TimeInterval = 30 * 86_400
    /// How many of these one account may have: ten forms' full.
    static let maxUnused = 60

    var files: PhotoFiles { PhotoFiles(name: name, width: width, height: height) }
}

/// Where the files of a picture are and how large each is: nothing is enlarged, so one may be narrower than its name says.
struct PhotoFiles: Sendable, Equatable {
    /// What their addresses under `/media` begin with.
    let name: String
    /// Of the picture as it was sent, in pixels.
    let width: Int
    let height: Int

    static func path(of name: String, _ size: PhotoSize) -> String { "/media/\(name)\(size.ending)" }

    func path(_ size: PhotoSize) -> String { Self.path(of: name, size) }

    func width(_ size: PhotoSize) -> Int {
        // Of one far taller than wide the height is the limit.
        let byHeight = height > 0 ? PhotoLimits.height * width / height : width
        return max(1, min(size.width, width, byHeight))
    }

    func height(_ size: PhotoSize) -> Int {
        guard width > 0 else { return max(1, height) }
        return max(1, (height * width(size) + width / 2) / width)
    }

    /// For `srcset`: of equally wide files the first.
    func sources(upTo largest: PhotoSize = .large) -> String {
        var written = 0
        return [PhotoSize.small, .medium, .large].compactMap { size in
            let width = width(size)
            guard width > written, size.width <= largest.width else { return nil }
            written = width
            return "\(path(size)) \(width)w"
        }.joined(separator: ", ")
    }

    /// As other sites and programs show it beside a link.
    func shared(from base: String, alt: String) -> PageLayout.Picture {
        PageLayout.Picture(url: base + path(.shared), width: width(.shared), height: height(.shared), alt: alt)
    }
}

/// The files that equal photos share, and what is known of them.
struct PhotoBlob: Sendable, Equatable {
    /// Of the bytes that were sent, SHA-256.
    let hash: String
    /// What the names of its files begin with.
    let file: String
    let metadata: PhotoMetadata

    var names: [String] { Self.names(of: file) }

    static func names(of file: String) -> [String] { PhotoSize.allCases.map { file + $0.ending } }
}

extension RateLimits {
    /// Photos sent by one account.
    var uploads: RateLimit? { limit("upload", atOnce: 60, thenOneEach: .seconds(20)) }
}
