import HTTPTypes
import Hummingbird

/// Why a report or a suggestion is not taken: its fields are wrong, or its sender has to wait.
struct ReportRefusal: Error {
    /// By field.
    let problems: [String: String]
    private var pause: ReportSubmission.Pause?

    init(problems: [String: String]) { self.problems = problems }

    init(_ pause: ReportSubmission.Pause) {
        problems = [FormDeclaration.wholeForm: pause.cause.rawValue]
        self.pause = pause
    }

    var status: HTTPResponse.Status { pause == nil ? .unprocessableContent : .tooManyRequests }

    /// What its words name.
    var arguments: [String: FieldValue] { ["minutes": .integer(RateLimit.minutes(pause?.seconds ?? 0))] }

    /// For programs.
    var problem: Problem {
        guard let pause else { return Problem.invalidForm(problems, status: status) }
        return Problem(
            status: status,
            key: pause.cause == .firstDay ? "first-day-reports" : "too-often",
            errors: problems,
            retryAfter: pause.seconds
        )
    }

    /// The page with its form again, which says when to come back.
    func answer(_ page: Response) -> Response {
        guard let pause else { return page }
        var page = page
        page.headers[.retryAfter] = String(pause.seconds)
        return page
    }
}
