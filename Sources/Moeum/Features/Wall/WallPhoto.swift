/// A photo on a wall and the place that it shows.
struct WallPhoto: Sendable, Identifiable {
    /// What is known of the place.
    struct Subject: Sendable, Equatable {
        let id: Place.ID
        let kind: Place.Kind
        let name: String
        let district: String
        let dong: String?
    }

    let id: Photo.ID
    let files: PhotoFiles
    /// The dominant colour as `#rrggbb`.
    let colour: String
    let alt: String
    /// Nil for a photo of a diary that is of no place of this site.
    let place: Subject?
}
