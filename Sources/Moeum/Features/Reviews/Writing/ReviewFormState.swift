import Foundation
import HTTPTypes

/// The state of a review's form while it is handled: values, problems, files.
struct ReviewFormState: Sendable {
    /// Whether the form creates a review of a place or edits one.
    enum Purpose: Sendable, Equatable {
        case write(at: Place.ID)
        case edit(Review.ID)

        var isEdit: Bool { if case .edit = self { true } else { false } }

        /// The page of the place or review.
        var path: String {
            switch self {
            case .write(let place): "/places/\(place)"
            case .edit(let review): "/reviews/\(review)"
            }
        }
    }

    /// Why the review cannot be published, whatever was typed.
    enum Notice: Sendable, Equatable {
        case restriction(Member.PostingRestriction)
        case notListed

        var code: String {
            switch self {
            case .restriction(let restriction): restriction.rawValue
            case .notListed: "not-listed"
            }
        }
    }

    var status = HTTPResponse.Status.ok
    var form: ReviewForm
    var purpose: Purpose
    /// Of a new review: a form sent twice creates only one.
    var idempotencyKey: String?
    /// Of an edit: the revision that it began from.
    var rev = 0
    /// Codes by field.
    var errors: [String: String] = [:]
    var fileErrors: [FormPhotos.FileError] = []
    var draftSavedAt: Date?
    /// Whether the page shows the published review beside the form.
    var showsExisting = false
    /// Seconds; for 429 and 503.
    var retryAfter: Int?
    var notice: Notice?
}

extension ReviewFormState {
    /// A form as sent.
    init(_ form: Form, for purpose: Purpose) {
        self.init(
            form: ReviewForm(form),
            purpose: purpose,
            idempotencyKey: IdempotencyKey.checked(form["once"]),
            rev: form["rev"].flatMap { Int($0) } ?? 0
        )
        // There is no field for removal: a photo is removed by not being sent.
        if form["remove[]"] != nil { errors["photos"] = "remove" }
    }

    /// Refuses the review for a reason that is not in the form.
    mutating func reject(because notice: Notice) {
        self.notice = notice
        status = notice == .notListed ? .gone : .forbidden
        errors[FormDeclaration.wholeForm] = notice.code
    }

    /// Refuses the review for now, whatever else is wrong with it.
    mutating func reject(_ status: HTTPResponse.Status, _ code: String, retryAfter: Int?) {
        (self.status, self.retryAfter) = (status, retryAfter)
        (errors, fileErrors) = ([FormDeclaration.wholeForm: code], [])
    }

    /// Refuses the review for what its fields say.
    mutating func reject(_ errors: [String: String]) {
        (status, self.errors) = (.unprocessableContent, errors)
    }

    /// Refuses the review because another version is published, which is shown beside the form. Sending the form again
    /// overwrites it knowingly.
    mutating func conflict(with review: Review, _ code: String) {
        (purpose, rev) = (.edit(review.id), review.rev)
        showsExisting = true
        status = .conflict
        errors[FormDeclaration.wholeForm] = code
    }

    /// The review to publish; nil where the form is refused, which then has the problems.
    /// - Parameter photoError: the code of why photos were removed from the form.
    mutating func input(at kind: Place.Kind, today: String, photoError: String?) -> ReviewInput? {
        errors["photos"] = errors["photos"] ?? photoError
        if fileErrors.contains(where: { $0.status == .serviceUnavailable || $0.status == .tooManyRequests }) {
            retryAfter = fileErrors.compactMap(\.retryAfter).max() ?? Problem.unavailable.retryAfter
        }
        if let notice {
            reject(because: notice)
            return nil
        }
        guard form.action == .publish else {
            status = fileErrors.first?.status ?? (errors.isEmpty ? .ok : .unprocessableContent)
            return nil
        }
        do {
            let input = try ReviewInput(form, today: today, photoKinds: PhotoKind.offered(at: kind))
            if fileErrors.isEmpty, errors.isEmpty { return input }
        } catch {
            errors.merge(error.codes) { $1 }
        }
        status = errors.isEmpty ? fileErrors.first?.status ?? .unprocessableContent : .unprocessableContent
        return nil
    }

    /// The answer to programs where the form is refused.
    var problem: Problem {
        var codes = errors
        for error in fileErrors.reversed() {
            codes["photos"] = error.code
            codes["photos.\(error.position)"] = error.code
        }
        let key =
            switch status.code {
            case 422: "invalid-form"
            case 503: "unavailable"
            case 429: "too-often"
            case 409: errors[FormDeclaration.wholeForm] == "exists" ? "review-exists" : "stale"
            default: notice.map { "may-not-publish-\($0.code)" } ?? "review-photos"
            }
        return Problem(status: status, key: key, errors: codes, retryAfter: retryAfter)
    }
}
