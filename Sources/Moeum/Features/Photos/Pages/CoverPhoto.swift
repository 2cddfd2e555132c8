/// A place's newest photo that readers may see, as its card shows it.
struct CoverPhoto: ViewModel {
    let files: PhotoFiles
    let alt: String

    static let fields: [Field<CoverPhoto>] = [
        .text("src") { $0.files.path(.small) },
        .integer("width") { $0.files.width(.small) },
        .integer("height") { $0.files.height(.small) },
        .text("alt") { $0.alt },
    ]
}
