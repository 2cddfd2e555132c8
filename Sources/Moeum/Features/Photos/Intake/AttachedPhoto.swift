import Foundation

/// A photo and its alternative text, in the order of the review or entry that has it.
struct AttachedPhoto: Sendable, Equatable {
    let id: Photo.ID
    let alt: String
    /// What it shows: the raw value of a `PhotoKind` once it is checked, empty for none. Only reviews have it.
    var kind = ""

    /// Whether it is of one of these kinds.
    func isOf(_ kinds: [PhotoKind]) -> Bool { kinds.contains { $0.rawValue.utf8.elementsEqual(kind.utf8) } }

    /// The same with its alternative text as it is stored, and of no kind.
    func checked() throws(AlternativeText.Error) -> AttachedPhoto {
        AttachedPhoto(id: id, alt: try AlternativeText(alt).text)
    }

    /// The photos that a form names, each once: `photo_id`, `alt` and `kind` repeated in the same order. Radio buttons of several
    /// photos need a name for each, so that pages send `kind-ID` instead.
    static func all(in form: Form) -> [Self] {
        let (ids, alts, kinds) = (form.all("photo_id"), form.all("alt"), form.all("kind"))
        var seen: Set<Photo.ID> = []
        return ids.enumerated().compactMap { index, id in
            guard let id = Photo.ID(id), seen.insert(id).inserted else { return nil }
            return Self(
                id: id,
                alt: index < alts.count ? alts[index] : "",
                kind: index < kinds.count ? kinds[index] : form["kind-\(id)"] ?? ""
            )
        }
    }

    /// The words beside the files that come with a form, in their order.
    /// - Parameter field: `alt` or `kind`.
    static func wordsOfFiles(_ field: String, in form: Form) -> [String] {
        Array(form.all(field).dropFirst(form.all("photo_id").count))
    }
}

/// The alternative text of a photo, one line; empty where its author gave none.
struct AlternativeText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    let text: String

    /// In grapheme clusters.
    static let maxLength = 200

    init(_ typed: String) throws(Error) {
        // Checked first: a form may send a megabyte.
        if typed.utf8.count > 4_096 { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        let text = TextNormalizer.tidied(TextNormalizer.seen(typed)).split(whereSeparator: \.isNewline).joined(
            separator: " "
        )
        if text.count > Self.maxLength { throw .tooLong }
        self.text = text
    }
}

/// The button beside a photo in a form: takes the photo out, or moves it by one.
enum PhotoMove: Sendable, Equatable {
    case remove(Photo.ID)
    case move(Photo.ID, by: Int)

    /// Nil for a button that is none of these.
    init?(_ value: String?) {
        let parts = (value ?? "").split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let photo = Photo.ID(parts[1]) else { return nil }
        switch parts[0] {
        case "remove": self = .remove(photo)
        case "up": self = .move(photo, by: -1)
        case "down": self = .move(photo, by: 1)
        default: return nil
        }
    }

    func apply(to pictures: inout [AttachedPhoto]) {
        switch self {
        case .remove(let photo): pictures.removeAll { $0.id == photo }
        case .move(let photo, let step):
            guard let index = pictures.firstIndex(where: { $0.id == photo }), pictures.indices.contains(index + step)
            else { return }
            pictures.swapAt(index, index + step)
        }
    }
}

/// An uploaded photo in a review's form, where its author can describe, move or remove it.
struct PhotoFieldItem: ViewModel {
    let id: String
    /// Its position in the list, from 1 on.
    let number: String
    let thumb: String?
    let alt: String
    var kind = ""
    /// What can be chosen as its kind; empty in the diary.
    var kinds: [PhotoKindChoice] = []
    /// Staff hid the photo; readers do not see it.
    var isHidden = false
    /// The photo has a hidden reason: readers do not see it for now.
    var isHiddenForReason = false
    /// What is wrong with its alternative text.
    var error: String?
    /// What is wrong with its kind.
    var kindError: String?

    /// The template for a photo that scripts upload; they replace `#` by its position.
    static func blank(kinds: [PhotoKindChoice] = []) -> PhotoFieldItem {
        PhotoFieldItem(id: "", number: "#", thumb: nil, alt: "", kinds: kinds)
    }

    static let fields: [Field<PhotoFieldItem>] = [
        .text("id") { $0.id },
        .text("number") { $0.number },
        .text("thumb") { $0.thumb },
        .text("alt") { $0.alt },
        .text("kind") { $0.kind.isEmpty ? nil : $0.kind },
        .flag("isHidden") { $0.isHidden },
        .flag("isHiddenForReason") { $0.isHiddenForReason },
        .list("kinds") { $0.kinds }.viewOnly,
        .text("altError") { $0.error }.viewOnly,
        .text("kindError") { $0.kindError }.viewOnly,
    ]
}
