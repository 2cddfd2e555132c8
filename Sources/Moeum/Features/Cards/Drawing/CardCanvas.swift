import CPango

/// A picture that is drawn in order: shapes with cairo, texts with Pango.
final class CardCanvas {
    /// Why nothing can be drawn: no memory for the picture.
    struct Error: Swift.Error {}

    let width: Int
    let height: Int
    let context: OpaquePointer
    private let surface: OpaquePointer

    init(width: Int, height: Int) throws {
        (self.width, self.height) = (width, height)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let context = cairo_create(surface), cairo_status(context) == CAIRO_STATUS_SUCCESS
        else { throw Error() }
        (self.surface, self.context) = (surface, context)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Three bytes for each pixel: red, green, blue.
    func pixels() throws -> [UInt8] {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { throw Error() }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        var next = 0
        for row in 0..<height {
            // A pixel is a number of 32 bits in the machine's order, which is little-endian wherever this runs.
            var pixel = data + row * stride
            for _ in 0..<width {
                pixels[next] = pixel[2]
                pixels[next + 1] = pixel[1]
                pixels[next + 2] = pixel[0]
                next += 3
                pixel += 4
            }
        }
        return pixels
    }

    func set(_ colour: CardColour, alpha: Double = 1) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, alpha)
    }

    func fill(_ colour: CardColour) {
        set(colour)
        cairo_paint(context)
    }

    /// Puts a picture at a position.
    /// - Parameter pixels: three bytes for each pixel, row by row.
    func draw(_ pixels: [UInt8], width: Int, height: Int, at box: CardGeometry.Box) throws {
        guard pixels.count == width * height * 3,
            let picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let data = cairo_image_surface_get_data(picture)
        else { throw Error() }
        defer { cairo_surface_destroy(picture) }
        let stride = Int(cairo_image_surface_get_stride(picture))
        var next = 0
        for row in 0..<height {
            var pixel = data + row * stride
            for _ in 0..<width {
                pixel[0] = pixels[next + 2]
                pixel[1] = pixels[next + 1]
                pixel[2] = pixels[next]
                next += 3
                pixel += 4
            }
        }
        cairo_surface_mark_dirty(picture)
        inside(box) {
            cairo_set_source_surface(context, picture, box.x, box.y)
            cairo_paint(context)
        }
    }

    /// Draws only within a box.
    func inside(_ box: CardGeometry.Box, _ draw: () throws -> Void) rethrows {
        cairo_save(context)
        defer { cairo_restore(context) }
        path(of: box)
        cairo_clip(context)
        try draw()
    }

    /// A box with round corners as the current path.
    func path(of box: CardGeometry.Box) {
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        let radius = box.radius
        guard radius > 0 else { return cairo_rectangle(context, box.x, box.y, box.width, box.height) }
        cairo_new_sub_path(context)
        cairo_arc(context, right - radius, box.y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, right - radius, bottom - radius, radius, 0, .pi / 2)
        cairo_arc(context, box.x + radius, bottom - radius, radius, .pi / 2, .pi)
        cairo_arc(context, box.x + radius, box.y + radius, radius, .pi, 3 * .pi / 2)
        cairo_close_path(context)
    }

    /// Draws along the current path.
    func stroke(width: Double) {
        cairo_set_line_width(context, width)
        cairo_stroke(context)
    }

    /// Darkens towards the end of a line: stops of how far and how much.
    func shade(
        _ box: CardGeometry.Box,
        from start: (Double, Double),
        to end: (Double, Double),
        _ stops: [(Double, Double)]
    ) {
        guard let gradient = cairo_pattern_create_linear(start.0, start.1, end.0, end.1) else { return }
        defer { cairo_pattern_destroy(gradient) }
        let night = CardColour.night
        for (offset, alpha) in stops {
            cairo_pattern_add_color_stop_rgba(gradient, offset, night.red, night.green, night.blue, alpha)
        }
        path(of: box)
        cairo_set_source(context, gradient)
        cairo_fill(context)
    }
}
