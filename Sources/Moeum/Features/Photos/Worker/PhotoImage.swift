import CVips

/// A picture of libvips, released with its last reference.
final class PhotoImage {
    /// An error of libvips, whose own message is only for logs.
    struct Error: Swift.Error {}

    private let image: UnsafeMutablePointer<VipsImage>
    /// What it is decoded from; nil for one that was made of another.
    private let source: UnsafeMutablePointer<VipsSource>?

    private init(_ image: UnsafeMutablePointer<VipsImage>, from source: UnsafeMutablePointer<VipsSource>? = nil) {
        (self.image, self.source) = (image, source)
    }

    deinit {
        g_object_unref(image)
        if let source { g_object_unref(source) }
    }

    /// How many bytes of its file a decoder has asked for by now.
    var readBytes: Int { source.map { Int(photo_read($0)) } ?? 0 }

    var width: Int { Int(vips_image_get_width(image)) }
    /// The height of one page.
    var height: Int { Int(vips_image_get_page_height(image)) }
    var pages: Int { max(1, Int(vips_image_get_n_pages(image))) }
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }
    var isCMYK: Bool { vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }
    var hasProfile: Bool { photo_has(image, VIPS_META_ICC_NAME) != 0 }
    /// Whether width and height are swapped when the picture is turned upright.
    var isTurned: Bool { vips_image_get_orientation_swap(image) != 0 }

    /// The version of libvips, such as `8.14.1`.
    static var libraryVersion: String { (0...2).map { String(vips_version($0)) }.joined(separator: ".") }

    /// Starts libvips; once per process, before anything else here.
    static func start() -> Bool { photo_start("moeum") == 0 }

    /// Reads the header of a file; nothing is decoded.
    static func header(of path: String) throws -> PhotoImage {
        guard let image = photo_open(path) else { throw failure() }
        return PhotoImage(image)
    }

    /// Decodes a file to at most this size, upright.
    /// - Parameter profile: replaces an unusable colour profile; nil leaves colours as they are.
    static func thumbnail(of path: String, width: Int, height: Int, profile: String?) throws -> PhotoImage {
        try made { photo_thumbnail(path, $0, Int32(width), Int32(height), profile) }
    }

    /// The same, and afterwards `readBytes` is known.
    static func watchedThumbnail(of path: String, width: Int, height: Int, profile: String?) throws -> PhotoImage {
        guard let source = photo_source(path) else { throw failure() }
        var image: UnsafeMutablePointer<VipsImage>?
        guard photo_thumbnail_source(source, &image, Int32(width), Int32(height), profile) == 0, let image else {
            g_object_unref(source)
            throw failure()
        }
        return PhotoImage(image, from: source)
    }

    /// What decoders have complained of since this was asked last, although they went on.
    static func consumeWarnings() -> String {
        defer { vips_error_clear() }
        return String(cString: vips_error_buffer())
    }

    /// Decodes a file to exactly this size, upright: as much of its middle as fills it.
    static func cover(of path: String, width: Int, height: Int) throws -> PhotoImage {
        try made { photo_cover(path, $0, Int32(width), Int32(height)) }.cleaned().flattened()
    }

    /// A picture of three bytes for each pixel, row by row.
    static func picture(of pixels: [UInt8], width: Int, height: Int) throws -> PhotoImage {
        try made { photo_of_pixels(pixels, pixels.count, $0, Int32(width), Int32(height)) }
    }

    func shrunk(width: Int, height: Int) throws -> PhotoImage {
        try Self.made { photo_shrink(image, $0, Int32(width), Int32(height)) }
    }

    /// The picture in sRGB with a byte per band, decoded into memory, without the file's metadata.
    func cleaned() throws -> PhotoImage {
        let inSRGB = try Self.made { photo_srgb(image, $0) }
        let inBytes = try Self.made { photo_bytes_per_band(inSRGB.image, $0) }
        guard let memory = vips_image_copy_memory(inBytes.image) else { throw Self.failure() }
        let decoded = PhotoImage(memory)
        let copy = try Self.made { photo_copy(decoded.image, $0) }
        copy.removeFields()
        return copy
    }

    /// The picture on white where it is transparent.
    func flattened() throws -> PhotoImage {
        hasAlpha ? try Self.made { photo_flatten(image, $0) } : self
    }

    func jpeg(quality: Int) throws -> [UInt8] {
        try Self.bytes { photo_write_jpeg(image, $0, $1, Int32(quality)) }
    }

    /// Encodes the picture as WebP; chunks of metadata are removed, because libvips writes some Exif in any case.
    func webP(quality: Int) throws -> [UInt8] {
        let bytes = try Self.bytes { photo_write_webp(image, $0, $1, Int32(quality)) }
        guard let plain = WebPContainer.withoutMetadata(bytes) else { throw Error() }
        return plain
    }

    /// Three bytes for each pixel of an opaque picture, one where it is grey.
    func pixels() throws -> [UInt8] {
        try Self.bytes { bytes, length in
            bytes.pointee = vips_image_write_to_memory(image, length)
            return bytes.pointee == nil ? -1 : 0
        }
    }

    /// Shades of grey of the picture scaled to so many columns and rows: a byte each, row by row.
    func greys(columns: Int, rows: Int) throws -> [UInt8] {
        let onWhite = try flattened()
        let squeezed = try Self.made { photo_squeeze(onWhite.image, $0, Int32(columns), Int32(rows)) }
        let grey = try Self.made { photo_grey(squeezed.image, $0) }
        return try Self.made { photo_bytes_per_band(grey.image, $0) }.pixels()
    }

    private static func bytes(
        _ operation: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Int32
    ) throws -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var length = 0
        guard operation(&bytes, &length) == 0 else { throw failure() }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Removes metadata before anything is saved: it may hold the position of somebody's home.
    private func removeFields() {
        guard let names = vips_image_get_fields(image) else { return }
        defer { g_strfreev(names) }
        var next = names
        while let name = next.pointee {
            vips_image_remove(image, name)
            next += 1
        }
    }

    private static func made(
        _ operation: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws -> PhotoImage {
        var image: UnsafeMutablePointer<VipsImage>?
        guard operation(&image) == 0, let image else { throw failure() }
        return PhotoImage(image)
    }

    private static func failure() -> Error {
        vips_error_clear()
        return Error()
    }
}
