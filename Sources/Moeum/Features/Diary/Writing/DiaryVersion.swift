import Foundation

/// A text that an entry had before, with the photos that stood with it.
struct DiaryVersion: Sendable, Equatable, Identifiable {
    /// Why it was kept; the raw value stands in the database.
    enum Reason: String, Sendable, CaseIterable {
        /// Writing went on after a pause or on another device, or a photo was taken out.
        case session
        /// Another text was chosen.
        case conflict
        /// An older text was brought back.
        case restore
    }

    let id: Identifier<DiaryVersion>
    let rev: Int
    let text: String
    /// Those that are gone, too.
    var photos: [Photo.ID] = []
    let why: Reason
    /// The browser and system it was written with.
    let editedOn: String
    let writtenAt: Date
}

extension DiaryVersion {
    /// A text that was written for an entry and did not become its own.
    init(discarded text: DiaryText, of entry: DiaryEntry, _ device: String, at now: Date) {
        self.init(id: .next(), rev: entry.rev, text: text.text, why: .conflict, editedOn: device, writtenAt: now)
    }

    /// The text that an entry has now.
    init(_ entry: DiaryEntry, _ photos: [AttachedPhoto], _ why: Reason) {
        self.init(
            id: .next(),
            rev: entry.rev,
            text: entry.text,
            photos: photos.map(\.id),
            why: why,
            editedOn: entry.editedOn,
            writtenAt: entry.editedAt
        )
    }
}
