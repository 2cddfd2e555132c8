/// The files that every photo has. A size is a width; no file is larger than the uploaded picture.
enum PhotoSize: String, Sendable, CaseIterable {
    case small = "-320.webp"
    case medium = "-640.webp"
    case large = "-1280.webp"
    /// For sites and programs that know no WebP.
    case shared = ".jpg"

    /// The ending of the file's name.
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
    /// Pixels of all its pages together.
    static let pixels = 50_000_000
    /// The largest that WebP can hold; only pictures far taller than wide come near it.
    static let height = 16_383
}

/// The format of a photo by its first bytes, whatever its file's name.
enum PhotoFormat: Sendable {
    case jpeg, png, webp

    /// How many of the first bytes are needed.
    static let length = 32

    init(_ bytes: some Collection<UInt8>) throws(PhotoRejection) {
        let bytes = Array(bytes.prefix(Self.length))
        func matches(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if matches("RIFF", at: 0), matches("WEBP", at: 8) {
            self = .webp
        } else if matches("ftyp", at: 4), Self.heicBrands.contains(where: { matches($0, at: 8) }) {
            throw .heic
        } else {
            throw .notAPhoto
        }
    }

    /// ISO/IEC 23008-12, annex B; `mif1` and `msf1` are what some programs write as the major brand instead.
    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
