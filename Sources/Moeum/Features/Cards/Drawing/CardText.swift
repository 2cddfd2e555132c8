import CPango

/// A text on a card: set at the first size at which it fits, its lines about equally long, cut with an ellipsis where even the
/// smallest is too large.
final class CardText {
    enum Weight { case regular, bold }

    /// Fonts by name, so that every machine draws the same: letters and Hanja, then scripts that it lacks. Pango finds the font
    /// of emoji itself; named here, it would draw digits too.
    private static let families = "Noto Sans CJK KR, DejaVu Sans"
    /// Korean words up to so many characters are not broken.
    private static let longestWhole = 10
    /// Of the size that is asked for.
    private static let sizes = [1.0, 0.88, 0.76]

    private let layout: OpaquePointer
    private let canvas: CardCanvas

    /// - Parameters:
    ///   - width: the widest that it may be.
    ///   - spacing: from line to line, of the font's own.
    init(
        _ text: String,
        _ place: CardGeometry.Text,
        _ weight: Weight,
        width: Double,
        spacing: Float = 0.95,
        on canvas: CardCanvas
    ) throws {
        guard let layout = pango_cairo_create_layout(canvas.context) else { throw CardCanvas.Error() }
        (self.layout, self.canvas) = (layout, canvas)
        pango_layout_set_text(layout, text, -1)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(layout, -Int32(place.lines))
        pango_layout_set_line_spacing(layout, spacing)
        pango_layout_set_width(layout, Self.units(width))
        // Ten emoji, or Hanja without a blank, are one word that is wider than a line.
        for words in [text.split(whereSeparator: \.isWhitespace), []] {
            keepWhole(words, of: text)
            for part in Self.sizes {
                setFont(weight, size: place.size * part)
                if !isCut, size.width <= width { break }
            }
            if size.width <= width { break }
        }
        balance(width)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    var size: (width: Double, height: Double) {
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_pixel_size(layout, &width, &height)
        return (Double(width), Double(height))
    }

    var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
    var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }

    /// - Parameter x: of its left edge.
    func draw(x: Double, y: Double, _ colour: CardColour) {
        canvas.set(colour)
        cairo_move_to(canvas.context, x, y)
        pango_cairo_show_layout(canvas.context, layout)
    }

    private func setFont(_ weight: Weight, size: Double) {
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, Self.families)
        pango_font_description_set_weight(font, weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
    }

    /// Makes it as narrow as it can be with the same number of lines.
    private func balance(_ width: Double) {
        let count = lineCount
        guard count > 1, !isCut else { return }
        var (low, high) = (width / 2, width)
        while high - low > 8 {
            let middle = (low + high) / 2
            pango_layout_set_width(layout, Self.units(middle))
            if lineCount > count || isCut { low = middle } else { high = middle }
        }
        pango_layout_set_width(layout, Self.units(high))
    }

    /// Pango breaks Korean between any two syllables; readers expect lines to end between words.
    private func keepWhole(_ words: [Substring], of text: String) {
        guard let attributes = pango_attr_list_new() else { return }
        defer { pango_attr_list_unref(attributes) }
        for word in words where word.count <= Self.longestWhole {
            guard let attribute = pango_attr_allow_breaks_new(0) else { continue }
            attribute.pointee.start_index = UInt32(text.utf8.distance(from: text.startIndex, to: word.startIndex))
            attribute.pointee.end_index = UInt32(text.utf8.distance(from: text.startIndex, to: word.endIndex))
            pango_attr_list_insert(attributes, attribute)
        }
        // A word that is longer than a line is broken without a hyphen that nobody wrote.
        if let plain = pango_attr_insert_hyphens_new(0) { pango_attr_list_insert(attributes, plain) }
        pango_layout_set_attributes(layout, attributes)
    }

    private static func units(_ pixels: Double) -> Int32 { Int32(pixels * Double(PANGO_SCALE)) }
}
