/// An uploaded photo in a review's form, where its author can describe, move or remove it.
struct PhotoFieldItem: ViewModel {
    let id: String
    /// Its position in the list, from 1 on.
    let number: String
    let thumb: String?
    let alt: String
    /// Staff hid the photo; readers do not see it.
    var isHidden = false
    /// The photo has a hidden reason: readers do not see it for now.
    var isHiddenForReason = false
    /// What is wrong with its alternative text.
    var error: String?

    /// The template for a photo that scripts upload; they replace `#` by its position.
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
