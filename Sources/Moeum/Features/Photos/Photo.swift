import Foundation

/// An uploaded picture, under a random name of its own that nobody can guess.
package struct Photo: Sendable, Equatable, Identifiable {
    package let id: Identifier<Photo>
    /// The beginning of its addresses under `/media`.
    let name: String
    /// Of the uploaded picture, upright, in pixels.
    let width: Int
    let height: Int
    /// The dominant colour, `#rrggbb`.
    let colour: String
    /// The placeholder: a tiny picture as a `data:` address.
    let placeholder: String

    /// How long a photo that belongs to no review is kept; a draft lives as long.
    static let unusedLifetime: TimeInterval = 30 * 86_400
    /// How many unused photos one account may have: ten forms' full.
    static let maxUnused = 60

    var files: PhotoFiles { PhotoFiles(name: name, width: width, height: height) }
}

/// The addresses and widths of a picture's files: nothing is enlarged, so a file may be narrower than its size's width.
struct PhotoFiles: Sendable, Equatable {
    /// The beginning of the files' addresses under `/media`.
    let name: String
    /// Of the uploaded picture, in pixels.
    let width: Int
    let height: Int

    static func path(of name: String, _ size: PhotoSize) -> String { "/media/\(name)\(size.ending)" }

    func path(_ size: PhotoSize) -> String { Self.path(of: name, size) }

    func width(_ size: PhotoSize) -> Int {
        // A picture far taller than wide is limited by its height.
        let byHeight = height > 0 ? PhotoLimits.height * width / height : width
        return max(1, min(size.width, width, byHeight))
    }

    func height(_ size: PhotoSize) -> Int {
        guard width > 0 else { return max(1, height) }
        return max(1, (height * width(size) + width / 2) / width)
    }

    /// The value of `srcset`: of equally wide files only the first.
    func sources(upTo largest: PhotoSize = .large) -> String {
        var written = 0
        return [PhotoSize.small, .medium, .large].compactMap { size in
            let width = width(size)
            guard width > written, size.width <= largest.width else { return nil }
            written = width
            return "\(path(size)) \(width)w"
        }.joined(separator: ", ")
    }

    /// The picture that other sites and programs show beside a link.
    func shared(from base: String, alt: String) -> PageLayout.Picture {
        PageLayout.Picture(url: base + path(.shared), width: width(.shared), height: height(.shared), alt: alt)
    }
}

/// What is known of a photo besides its files.
struct PhotoMetadata: Codable, Sendable, Equatable {
    /// Of the uploaded picture, upright, in pixels.
    let width: Int
    let height: Int
    /// The dominant colour, `#rrggbb`.
    let colour: String
    /// The placeholder: a tiny picture as a `data:` address.
    let placeholder: String
    /// Nil for a picture that its hash would not tell apart.
    var perceptualHash: PerceptualHash?
}

/// The files that equal photos share, and their metadata.
struct PhotoBlob: Sendable, Equatable {
    /// SHA-256 of the uploaded bytes.
    let hash: String
    /// The beginning of the files' names.
    let file: String
    /// Of all files.
    var bytes = 0
    let metadata: PhotoMetadata

    var names: [String] { Self.names(of: file) }

    static func names(of file: String) -> [String] { PhotoSize.allCases.map { file + $0.ending } }
}

extension RateLimits {
    /// Uploads of photos by one account.
    var uploads: RateLimit? { limit("upload", atOnce: 60, thenOneEach: .seconds(20)) }
}
