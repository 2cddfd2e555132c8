extension Migration {
    /// Positions are found through `place_points` alone.
    static let positions = Migration(name: "005-positions", statements: ["DROP INDEX places_by_position"])
}
