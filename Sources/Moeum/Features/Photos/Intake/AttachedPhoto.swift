/// A photo and its alternative text, in the order of the review or entry that has it.
struct AttachedPhoto: Sendable, Equatable {
    let id: Photo.ID
    let alt: String

    /// The same with its alternative text as it is stored.
    func checked() throws(AlternativeText.Error) -> AttachedPhoto {
        AttachedPhoto(id: id, alt: try AlternativeText(alt).text)
    }

    /// The photos that a form names, `photo_id` and `alt` repeated in the same order, each photo once.
    static func all(in form: Form) -> [Self] {
        let (ids, alts) = (form.all("photo_id"), form.all("alt"))
        var seen: Set<Photo.ID> = []
        return ids.enumerated().compactMap { index, id in
            guard let id = Photo.ID(id), seen.insert(id).inserted else { return nil }
            return Self(id: id, alt: index < alts.count ? alts[index] : "")
        }
    }

    /// The alternative texts of the files that come with a form, in their order.
    static func altsOfFiles(in form: Form) -> [String] { Array(form.all("alt").dropFirst(form.all("photo_id").count)) }
}

/// The button beside a photo in a form: takes the photo out, or moves it by one.
enum PhotoMove: Sendable, Equatable {
    case remove(Photo.ID)
    case up(Photo.ID)
    case down(Photo.ID)

    /// Nil for a button that is none of these.
    init?(_ value: String?) {
        let parts = (value ?? "").split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let photo = Photo.ID(parts[1]) else { return nil }
        switch parts[0] {
        case "remove": self = .remove(photo)
        case "up": self = .up(photo)
        case "down": self = .down(photo)
        default: return nil
        }
    }

    func apply(to pictures: inout [AttachedPhoto]) {
        switch self {
        case .remove(let photo): pictures.removeAll { $0.id == photo }
        case .up(let photo): move(photo, by: -1, in: &pictures)
        case .down(let photo): move(photo, by: 1, in: &pictures)
        }
    }

    private func move(_ photo: Photo.ID, by step: Int, in pictures: inout [AttachedPhoto]) {
        guard let index = pictures.firstIndex(where: { $0.id == photo }), pictures.indices.contains(index + step)
        else { return }
        pictures.swapAt(index, index + step)
    }
}
