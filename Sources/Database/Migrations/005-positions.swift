extension Migration {
    /// Positions are found through `place_points` alone.
    package static let positions = Migration(name: "005-positions", statements: ["DROP INDEX places_by_position"])
}
