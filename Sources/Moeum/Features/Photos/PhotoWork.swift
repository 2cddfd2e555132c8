/// What the server asks of a photo worker: one line of JSON each way.
struct PhotoJob: Codable, Sendable, Equatable {
    /// The file that came in.
    let input: String
    /// Where the photo's files are to be written, synced to the disk.
    let folder: String
    /// What the names of these files begin with.
    let name: String
}

/// What a photo worker says of a job.
enum PhotoOutcome: Codable, Sendable, Equatable {
    case done(PhotoMetadata)
    case refused(PhotoRefusal)
    /// Its files could not be written; nothing is wrong with the picture.
    case failed
}

/// What is known of a photo besides its files.
struct PhotoMetadata: Codable, Sendable, Equatable {
    /// Of the picture as it was sent, upright, in pixels.
    let width: Int
    let height: Int
    /// The colour there is most of, `#rrggbb`.
    let colour: String
    /// A tiny picture as a `data:` address.
    let placeholder: String
    /// Nil where it says nothing of itself.
    var perceptualHash: PerceptualHash?
}

/// Why a file is not taken as a photo: one code each, which texts explain.
enum PhotoRefusal: String, Error, Codable, Sendable, CaseIterable {
    /// Neither JPEG nor PNG nor WebP.
    case notAPhoto = "not-a-photo"
    /// What phones of one maker make; browsers of that maker can convert it.
    case heic
    case tooLarge = "too-large"
    /// More files than a form may bring.
    case tooMany = "too-many"
    case tooManyPixels = "too-many-pixels"
    /// It ends too early, or cannot be decoded.
    case damaged
    /// Staff removed it before.
    case removed
    /// Its sender has many that are in no review yet.
    case tooManyWaiting = "too-many-waiting"
    /// Too much is waiting; nothing is wrong with the file.
    case busy
}

/// The files that every photo has. A size is a width; none is larger than what was sent.
enum PhotoSize: String, Sendable, CaseIterable {
    case small = "-320.webp"
    case medium = "-640.webp"
    case large = "-1280.webp"
    /// For sites and programs that know no WebP.
    case shared = ".jpg"

    /// Ends the name of its file.
    var ending: String { rawValue }

    var width: Int {
        switch self {
        case .small: 320
        case .medium: 640
        case .large, .shared: 1_280
        }
    }

    var type: String { self == .shared ? "image/jpeg" : "image/webp" }
}

/// What a picture may be at most.
enum PhotoLimits {
    static let bytes: Int64 = 10_000_000
    /// Over all its pages.
    static let pixels = 50_000_000
    /// The largest that WebP can hold; only pictures far taller than wide come near it.
    static let height = 16_383
}

/// What a file is by its first bytes, whatever it is called.
enum PhotoFormat: Sendable {
    case jpeg, png, webp
    case heic

    /// How many bytes tell.
    static let length = 32

    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.length))
        func holds(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
            self = .webp
        } else if holds("ftyp", at: 4), Self.heicBrands.contains(where: { holds($0, at: 8) }) {
            self = .heic
        } else {
            return nil
        }
    }

    /// ISO/IEC 23008-12, annex B; `mif1` and `msf1` are what some programs write first for the same.
    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
