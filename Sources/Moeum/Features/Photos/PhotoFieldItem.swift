/// A photo in the form of what is being written: already uploaded, to be described, moved or taken out.
struct PhotoFieldItem: ViewModel {
    let id: String
    /// Its place in the list from 1 on.
    let number: String
    let thumb: String?
    let alt: String
    /// Staff hid it; readers do not see it.
    var isHidden = false
    /// Readers do not see it for now, for another cause.
    var isHiddenForReason = false
    /// What is wrong with its words.
    var error: String?

    /// What scripts fill in for a photo on its way: `#` stands where its place will.
    static let blank = PhotoFieldItem(id: "", number: "#", thumb: nil, alt: "")

    static let fields: [Field<PhotoFieldItem>] = [
        .text("id") { $0.id },
        .text("number") { $0.number },
        .text("thumb") { $0.thumb },
        .text("alt") { $0.alt },
        .flag("isHidden") { $0.isHidden },
        .flag("isHiddenForReason") { $0.isHiddenForReason },
        .text("altError") { $0.error }.viewOnly,
    ]
}
