import HTTPTypes
import Hummingbird

/// Why a report or suggestion is refused: its fields are wrong, or its sender has to wait.
struct ReportRefusal: Error {
    /// Codes by field.
    let problems: [String: String]
    private var pause: ReportSubmission.Pause?

    init(problems: [String: String]) { self.problems = problems }

    init(_ pause: ReportSubmission.Pause) {
        problems = [FormDeclaration.wholeForm: pause.cause.rawValue]
        self.pause = pause
    }

    var status: HTTPResponse.Status { pause == nil ? .unprocessableContent : .tooManyRequests }

    /// Values for the words.
    var arguments: [String: FieldValue] { ["minutes": .integer(RateLimit.minutes(pause?.seconds ?? 0))] }

    /// The answer for programs.
    var problem: Problem {
        guard let pause else { return Problem.invalidForm(problems, status: status) }
        return Problem(
            status: status,
            key: pause.cause == .firstDay ? "first-day-reports" : "too-often",
            errors: problems,
            retryAfter: pause.seconds
        )
    }

    /// The page with the form, with `Retry-After` where its sender has to wait.
    func answer(_ page: Response) -> Response {
        guard let pause else { return page }
        var page = page
        page.headers[.retryAfter] = String(pause.seconds)
        return page
    }
}
