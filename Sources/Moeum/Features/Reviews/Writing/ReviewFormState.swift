import Foundation
import HTTPTypes

/// The form of a review between its request and its page: what was typed, and what came of it.
struct ReviewFormState: Sendable {
    /// The form creates a review of a place, or edits one that began from a version.
    enum Purpose: Sendable, Equatable {
        case write(at: Place.ID, idempotencyKey: String?)
        case edit(Review.ID, rev: Int)

        var isEdit: Bool { if case .edit = self { true } else { false } }

        /// The page of what is written about.
        var path: String {
            switch self {
            case .write(let place, _): "/places/\(place)"
            case .edit(let review, _): "/reviews/\(review)"
            }
        }
    }

    /// A chosen file that was not taken, by its place among the chosen ones from 1.
    struct FileError: Sendable, Equatable {
        let position: Int
        let code: String
        let status: HTTPResponse.Status
        /// Where that is known, in seconds.
        var retryAfter: Int?
    }

    /// What stands in the way of publishing, whatever was typed.
    enum Notice: Sendable, Equatable {
        case bar(Member.PublishingBar)
        case notListed

        var code: String {
            switch self {
            case .bar(let bar): bar.rawValue
            case .notListed: "not-listed"
            }
        }
    }

    var status = HTTPResponse.Status.ok
    var form: ReviewForm
    var purpose: Purpose
    /// Codes by field.
    var problems: [String: String] = [:]
    var errors: [FileError] = []
    var draftSavedAt: Date?
    /// Whether the review as it stands is shown beside.
    var showsExisting = false
    /// Of 429 and 503.
    var retryAfter: Int?
    var notice: Notice?
}

extension ReviewFormState {
    /// A form as it came in.
    /// - Parameter purpose: by the address; what the form says of its key or its version is read from it.
    init(_ form: Form, for purpose: Purpose) {
        switch purpose {
        case .write(let place, _):
            let key = IdempotencyKey.checked(form["once"])
            self.init(form: ReviewForm(form), purpose: .write(at: place, idempotencyKey: key))
        case .edit(let review, _):
            self.init(form: ReviewForm(form), purpose: .edit(review, rev: form["rev"].flatMap { Int($0) } ?? 0))
        }
        // Photos go by not being named at all.
        if form["remove[]"] != nil { problems["photos"] = "remove" }
    }

    /// Says that it is not published, whatever was typed.
    mutating func refuse(because notice: Notice) {
        self.notice = notice
        status = notice == .notListed ? .gone : .forbidden
        problems[FormDeclaration.wholeForm] = notice.code
    }

    /// Says that it may be published later.
    mutating func refuse(_ status: HTTPResponse.Status, _ code: String, retryAfter: Int?) {
        (self.status, self.retryAfter) = (status, retryAfter)
        problems[FormDeclaration.wholeForm] = code
    }

    /// Says that another text stands, and shows it beside. From here on it is overwritten knowingly.
    mutating func conflict(with review: Review, _ code: String) {
        purpose = .edit(review.id, rev: review.rev)
        showsExisting = true
        status = .conflict
        problems[FormDeclaration.wholeForm] = code
    }

    /// The form again, without the photos that cannot be in it.
    mutating func lose(_ photos: UsablePhotos) {
        form.pictures.removeAll { !photos.ids.contains($0.id) }
        status = .unprocessableContent
        problems["photos"] = photos.error
    }

    /// What is to be published; nil where it is not, and then the form says why.
    /// - Parameter photoError: why photos had to go from the form.
    mutating func draft(today: String, photoError: String?) -> Review.Draft? {
        problems["photos"] = problems["photos"] ?? photoError
        if errors.contains(where: { $0.status == .serviceUnavailable || $0.status == .tooManyRequests }) {
            retryAfter = errors.compactMap(\.retryAfter).max() ?? Problem.unavailable.retryAfter
        }
        if let notice {
            refuse(because: notice)
            return nil
        }
        guard form.action == .publish else {
            status = errors.first?.status ?? (photoError == nil ? .ok : .unprocessableContent)
            return nil
        }
        do {
            let draft = try Review.Draft(form, today: today)
            if errors.isEmpty, problems.isEmpty { return draft }
        } catch {
            problems.merge(error.problems) { $1 }
        }
        status = problems.isEmpty ? errors.first?.status ?? .unprocessableContent : .unprocessableContent
        return nil
    }
}
