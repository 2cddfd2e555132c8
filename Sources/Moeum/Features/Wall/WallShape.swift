/// The height of a photo on a wall in 24ths of a column, which its class names: `h24` is a square. The style sheet makes each
/// row of the grid one such part, so that the browser's grid puts every photo into the column that is shortest, the leftmost of
/// equals.
struct WallShape: Sendable, Equatable {
    /// Flatter and taller photos are cropped.
    static let bounds = 12...48
    private static let perColumn = 24

    let rows: Int

    /// - Parameters:
    ///   - width: of the picture, in any unit.
    ///   - height: in the same unit.
    init(width: Int, height: Int) {
        let width = max(1, width)
        let rounded = (2 * Self.perColumn * height + width) / (2 * width)
        rows = min(max(rounded, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    var name: String { "h\(rows)" }
}

extension PhotoFiles {
    var wallShape: WallShape { WallShape(width: width, height: height) }
}
