import Foundation

/// One photo on its way from an uploaded file to our own files: checked, decoded within limits, cleaned and encoded again.
struct PhotoDecoding {
    let job: PhotoJob

    private static let quality = 80
    private static let placeholderWidth = 20
    private static let placeholderQuality = 30

    func run() -> PhotoOutcome {
        do {
            return .done(try metadata())
        } catch let rejection as PhotoRejection {
            return .refused(rejection)
        } catch is PhotoImage.Error {
            return .refused(.damaged)
        } catch {
            return .failed
        }
    }

    private func metadata() throws -> PhotoMetadata {
        // Checked before libvips reads a byte: some of its loaders start before they can be disabled.
        let format = try format()
        let header = try PhotoImage.header(of: job.input)
        let (width, height) = (header.width, header.height)
        guard width * height * header.pages <= PhotoLimits.pixels else { throw PhotoRejection.tooManyPixels }
        let picture = try decoded(header, format == .jpeg ? JPEGExtent(of: job.input) : nil)
        return try write(picture, width: header.isTurned ? height : width, height: header.isTurned ? width : height)
    }

    private func format() throws -> PhotoFormat {
        guard let file = FileHandle(forReadingAtPath: job.input) else { throw PhotoRejection.notAPhoto }
        defer { try? file.close() }
        return try PhotoFormat((try? file.read(upToCount: PhotoFormat.length)) ?? Data())
    }

    /// Decoded once, at the largest size; the others are made of it.
    private func decoded(_ header: PhotoImage, _ extent: JPEGExtent?) throws -> PhotoImage {
        func thumbnail(_ profile: String?) throws -> PhotoImage {
            _ = PhotoImage.consumeWarnings()
            let make = extent == nil ? PhotoImage.thumbnail : PhotoImage.watchedThumbnail
            let picture = try make(job.input, PhotoSize.large.width, PhotoLimits.height, profile)
            let cleaned = try picture.cleaned()
            if let extent, extent.isBroken(by: PhotoImage.consumeWarnings(), read: picture.readBytes) {
                throw PhotoRejection.damaged
            }
            return cleaned
        }
        // A picture without a profile is sRGB already; asked for a conversion, libvips would darken it.
        if header.isCMYK { return try thumbnail("cmyk") }
        guard header.hasProfile else { return try thumbnail(nil) }
        // A broken colour profile is no reason to refuse the photo.
        do { return try thumbnail("srgb") } catch is PhotoImage.Error { return try thumbnail(nil) }
    }

    /// - Parameters:
    ///   - width: of the uploaded picture.
    ///   - height: of the uploaded picture.
    private func write(_ large: PhotoImage, width: Int, height: Int) throws -> PhotoMetadata {
        let medium = try large.shrunk(width: PhotoSize.medium.width, height: PhotoLimits.height).cleaned()
        let small = try medium.shrunk(width: PhotoSize.small.width, height: PhotoLimits.height).cleaned()
        for (size, picture) in [(PhotoSize.large, large), (.medium, medium), (.small, small)] {
            try save(picture.webP(quality: Self.quality), size)
        }
        try save(large.flattened().jpeg(quality: Self.quality), .shared)
        let tiny = try small.shrunk(width: Self.placeholderWidth, height: Self.placeholderWidth * 2).cleaned()
        let placeholder = Data(try tiny.webP(quality: Self.placeholderQuality)).base64EncodedString()
        return PhotoMetadata(
            width: width,
            height: height,
            colour: PhotoColour.dominant(in: try tiny.flattened().pixels()),
            placeholder: "data:image/webp;base64,\(placeholder)",
            perceptualHash: PerceptualHash(
                greys: try small.greys(columns: PerceptualHash.columns, rows: PerceptualHash.rows)
            )
        )
    }

    /// Writes a file and syncs it to the disk.
    private func save(_ bytes: [UInt8], _ size: PhotoSize) throws {
        let path = "\(job.folder)/\(job.name)\(size.ending)"
        try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
        try DurableFile.sync(path)
    }
}

/// Finds the dominant colour of a picture, shown until the picture is loaded.
enum PhotoColour {
    /// - Parameter pixels: red, green and blue of each pixel.
    /// - Returns: `#rrggbb`, the mean of the largest group of similar colours.
    static func dominant(in pixels: [UInt8]) -> String {
        var heaps: [Int: (count: Int, red: Int, green: Int, blue: Int)] = [:]
        for start in stride(from: 0, to: pixels.count - 2, by: 3) {
            let (red, green, blue) = (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
            // Colours count as similar within an eighth of the range of each component.
            let key = (red >> 5) << 6 | (green >> 5) << 3 | blue >> 5
            let heap = heaps[key] ?? (0, 0, 0, 0)
            heaps[key] = (heap.count + 1, heap.red + red, heap.green + green, heap.blue + blue)
        }
        guard let largest = heaps.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.value else {
            return "#ffffff"
        }
        let mean = [largest.red, largest.green, largest.blue].map { UInt8($0 / largest.count) }
        return "#\(Hexadecimal.text(mean))"
    }
}
