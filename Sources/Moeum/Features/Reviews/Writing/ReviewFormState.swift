import Foundation
import HTTPTypes

/// The state of a review's form while it is handled: values, problems, files.
struct ReviewFormState: Sendable {
    /// Whether the form creates a review of a place or edits a revision of one.
    enum Purpose: Sendable, Equatable {
        case write(at: Place.ID, idempotencyKey: String?)
        case edit(Review.ID, rev: Int)

        var isEdit: Bool { if case .edit = self { true } else { false } }

        /// The page of the place or review.
        var path: String {
            switch self {
            case .write(let place, _): "/places/\(place)"
            case .edit(let review, _): "/reviews/\(review)"
            }
        }
    }

    /// Why the review cannot be published, whatever was typed.
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
    var errors: [FormPhotos.FileError] = []
    var draftSavedAt: Date?
    /// Whether the page shows the published review beside the form.
    var showsExisting = false
    /// Seconds; for 429 and 503.
    var retryAfter: Int?
    var notice: Notice?
}

extension ReviewFormState {
    /// A form as sent.
    /// - Parameter purpose: by the address; its idempotency key or revision is read from the form.
    init(_ form: Form, for purpose: Purpose) {
        switch purpose {
        case .write(let place, _):
            let key = IdempotencyKey.checked(form["once"])
            self.init(form: ReviewForm(form), purpose: .write(at: place, idempotencyKey: key))
        case .edit(let review, _):
            self.init(form: ReviewForm(form), purpose: .edit(review, rev: form["rev"].flatMap { Int($0) } ?? 0))
        }
        // There is no field for removal: a photo is removed by not being sent.
        if form["remove[]"] != nil { problems["photos"] = "remove" }
    }

    /// Refuses the review for a reason that is not in the form.
    mutating func refuse(because notice: Notice) {
        self.notice = notice
        status = notice == .notListed ? .gone : .forbidden
        problems[FormDeclaration.wholeForm] = notice.code
    }

    /// Refuses the review for now.
    mutating func refuse(_ status: HTTPResponse.Status, _ code: String, retryAfter: Int?) {
        (self.status, self.retryAfter) = (status, retryAfter)
        problems[FormDeclaration.wholeForm] = code
    }

    /// Refuses the review because another version is published, which is shown beside the form. Sending the form again
    /// overwrites it knowingly.
    mutating func conflict(with review: Review, _ code: String) {
        purpose = .edit(review.id, rev: review.rev)
        showsExisting = true
        status = .conflict
        problems[FormDeclaration.wholeForm] = code
    }

    /// Removes the photos that the review cannot have.
    mutating func lose(_ photos: UsablePhotos) {
        form.pictures.removeAll { !photos.ids.contains($0.id) }
        status = .unprocessableContent
        problems["photos"] = photos.error
    }

    /// The review to publish; nil where the form is refused, which then has the problems.
    /// - Parameter photoError: the code of why photos were removed from the form.
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
            status = errors.first?.status ?? (problems.isEmpty ? .ok : .unprocessableContent)
            return nil
        }
        do {
            let draft = try Review.Draft(form, today: today)
            if errors.isEmpty, problems.isEmpty { return draft }
        } catch {
            problems.merge(error.codes) { $1 }
        }
        status = problems.isEmpty ? errors.first?.status ?? .unprocessableContent : .unprocessableContent
        return nil
    }
}
