import CVips

/// The libvips that photos are decoded with.
enum PhotoLibrary {
    /// Such as `8.14.1`.
    static var version: String { (0...2).map { String(vips_version($0)) }.joined(separator: ".") }
}
