extension Place.Position {
    /// The position where a pin may stand and from which metres count; nil at a dong's centre, where nothing stands.
    var pinned: Place.Position? { precision == .dong ? nil : self }
}

extension Place.Position? {
    /// The precision in the JSON representation: `none` where nothing is known.
    var precisionName: String { self?.precision.rawValue ?? "none" }
}
