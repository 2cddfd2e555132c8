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

    /// The address of one of its files.
    func path(_ size: PhotoSize) -> String { "/media/\(name)\(size.ending)" }

    /// How wide its file of that size is.
    func width(_ size: PhotoSize) -> Int {
        // Of one far taller than wide the height is the limit.
        let byHeight = height > 0 ? PhotoLimits.height * width / height : width
        return max(1, min(size.width, width, byHeight))
    }
}

/// The files that equal photos share, and what is known of them.
struct PhotoBlob: Sendable, Equatable {
    /// Of the bytes that were sent, SHA-256.
    let hash: String
    /// What the names of its files begin with.
    let file: String
    let measures: PhotoMeasures

    var names: [String] { Self.names(of: file) }

    static func names(of file: String) -> [String] { PhotoSize.allCases.map { file + $0.ending } }
}
