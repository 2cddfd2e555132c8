/// What is done about pictures that staff removed before.
struct PictureRules: Sendable, Equatable {
    /// Whether a picture equal to one of them, byte for byte, is refused.
    var refusesRemoved: Bool
    /// In how many bits of 64 the looks of a picture may differ from theirs for it to count as like one of them.
    var likeness: Int

    init(refusesRemoved: Bool = true, likeness: Int = 6) {
        (self.refusesRemoved, self.likeness) = (refusesRemoved, likeness)
    }

    init(_ settings: SiteSettings) {
        self.init(refusesRemoved: settings.isOn(.refusesRemovedPhotos), likeness: settings[.photoLikeness])
    }

    /// Says them to a transaction that goes by them.
    typealias Source = @Sendable (Transaction) throws -> PictureRules
}
