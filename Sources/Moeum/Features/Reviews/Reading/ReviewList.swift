import Foundation

/// A page of reviews in order, with everything that the page shows of them.
struct ReviewList: Sendable {
    /// The author of a review, where the name may be shown.
    struct Author: ViewModel {
        let id: Account.ID
        let nickname: String

        static let fields: [Field<Author>] = [
            .integer("id") { Int($0.id) }, .text("nickname") { $0.nickname },
        ]
    }

    /// The place that a review is about.
    struct Subject: Sendable {
        let id: Place.ID
        let name: String
        let kind: Place.Kind
        let district: String
        let dong: String?
    }

    /// A shown photo of a review.
    struct Picture: Sendable, Equatable {
        let id: Photo.ID
        let files: PhotoFiles
        /// The dominant colour as `#rrggbb`.
        let colour: String
        let alt: String
        let kind: PhotoKind?
    }

    struct Entry: Sendable {
        let id: Review.ID
        let place: Subject
        /// The author's account, even where the name is not shown.
        let accountID: Account.ID?
        let author: Author?
        let stars: Int
        let body: String
        /// `ko`, `en` or `other`.
        let language: String
        /// `yyyy-MM-dd`.
        let visitedOn: String?
        let isVisitNoted: Bool
        let createdAt: Date
        let editedAt: Date?
        let helpful: Int
        let hasPhotos: Bool
        let isHidden: Bool
        let isHiddenForReason: Bool
        /// Whether the review is held until staff have looked.
        let isHeld: Bool
        var isVotedByReader = false
        var keywords: [Keyword] = []
        var pictures: [Picture] = []

        var isShown: Bool { !isHidden && !isHiddenForReason }
    }

    var entries: [Entry] = []
    /// The key of the next page; nil on the last one.
    var next: ReviewCursor?

    /// Reviews on one page.
    static let pageSize = 20
}

/// Who reads, and when: decides which reviews are the reader's own, voted for or visible although hidden.
struct ReviewReader: Sendable {
    let accountID: Account.ID?
    let isStaff: Bool
    let now: Date

    func owns(_ entry: ReviewList.Entry) -> Bool { accountID != nil && entry.accountID == accountID }
}

extension ReviewReader {
    init(_ member: Member?, at now: Date) {
        let isStaff = member.map { $0.role > .member && $0.hasTwoFactor && !$0.isSuspended } ?? false
        self.init(accountID: member?.id, isStaff: isStaff, now: now)
    }
}
