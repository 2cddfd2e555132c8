/// How pictures that staff removed before are treated.
struct PictureRules: Sendable, Equatable {
    /// Whether an upload equal to a removed picture, byte for byte, is refused.
    var rejectsRemoved: Bool
    /// In how many of 64 bits the perceptual hash of a picture may differ from a removed one's to count as similar.
    var likeness: Int

    init(rejectsRemoved: Bool = true, likeness: Int = 6) {
        (self.rejectsRemoved, self.likeness) = (rejectsRemoved, likeness)
    }

    init(_ settings: SiteSettings) {
        self.init(rejectsRemoved: settings.isOn(.rejectsRemovedPhotos), likeness: settings[.photoLikeness])
    }

    /// Reads the rules in a transaction that applies them.
    typealias Source = @Sendable (Transaction) throws -> PictureRules
}
