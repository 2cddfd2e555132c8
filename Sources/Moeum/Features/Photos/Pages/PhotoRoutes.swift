import Foundation
import HTTPTypes
import Hummingbird

/// Uploads of single photos, and the files of photos.
struct PhotoRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        let rules = Photos.uploadRules(folder: app.photos.intake.folder, space: app.photos.space)
        router.post("/uploads", for: .member, files: rules, use: upload)
        router.get("/media/{file}", for: .anyone, use: showFile)
        router.get("/admin/media/{file}", for: .moderator, use: showFileToStaff)
    }

    // MARK: Uploads

    @Sendable func upload(_ context: AppRequestContext, _ incoming: IncomingForm) async throws -> Response {
        let member = try context.requireMember()
        if let restriction = member.uploadRestriction { throw restriction.problem }
        guard app.photos.uploadSlots.acquire(member.id) else {
            let (key, code) = ("photo-busy", PhotoRejection.busy.rawValue)
            throw Problem(status: .tooManyRequests, key: key, errors: ["file": code], retryAfter: 10)
        }
        defer { app.photos.uploadSlots.release(member.id) }
        do {
            // Checked before a byte of it is written.
            try await app.admitPhoto(of: member.id)
            let (_, files) = try await incoming.read()
            let sent = files.filter { $0.field == "file" }
            guard let file = sent.first else {
                throw Problem(status: .unprocessableContent, key: "photo-required", errors: ["file": "required"])
            }
            guard sent.count == 1 else { throw PhotoRejection.tooMany }
            let photo = try await app.ingestPhoto(file, from: member.id)
            return Response(
                status: .created,
                headers: [.contentType: "application/json"],
                body: ResponseBody(bytes: JSONRepresentation.encode(photo.facts))
            )
        } catch let rejection as PhotoRejection {
            throw rejection.problem(of: "file")
        } catch  where Problem.from(error) == .failing {
            app.logger.error("photo not taken", metadata: ["error": "\(error)"])
            throw PhotoRejection.unsaved.problem(of: "file")
        }
    }

    // MARK: Files

    @Sendable func showFile(_ context: AppRequestContext) async throws -> Response {
        let account = context.member?.id
        // Checked for each request: a hidden photo is gone at once, even for those who know its address.
        return try await answer(context) { try $0.photoFile(named: $1, for: account) }
    }

    /// The file of a photo whatever its state, for staff.
    @Sendable func showFileToStaff(_ context: AppRequestContext) async throws -> Response {
        try await answer(context) { transaction, name in
            try transaction.anyPhotoFile(named: name).map { (file: $0, isPublic: false) }
        }
    }

    /// - Parameter find: the file with that name, and whether everybody may see it; nil answers 404.
    private func answer(
        _ context: AppRequestContext,
        _ find: @escaping @Sendable (Transaction, String) throws -> (file: String, isPublic: Bool)?
    ) async throws -> Response {
        guard let asked = context.parameters.get("file"),
            let size = PhotoSize.allCases.first(where: { asked.hasSuffix($0.ending) })
        else { throw Problem.notFound }
        let name = String(asked.dropLast(size.ending.count))
        guard let found = try await app.database.read({ try find($0, name) }) else { throw Problem.notFound }
        let answer = MediaResponse(
            type: size.type,
            tag: asked,
            // Revalidated for each use, so that a hidden photo is hidden in every cache too.
            cacheControl: found.isPublic ? "public, no-cache" : "private, no-store"
        )
        return try await answer.response(to: context.request) {
            let stored = found.file + size.ending
            let bytes = try await app.photos.cache.file(stored) { try await app.photos.storage.get(stored) }
            guard let bytes else { throw Problem.notFound }
            return bytes
        }
    }
}

extension Photo {
    /// For a program that uploaded it.
    fileprivate var facts: KeyValuePairs<String, FieldValue> {
        [
            "id": .text(String(id)), "thumb": .text(files.path(.small)), "w": .integer(width), "h": .integer(height),
            "colour": .text(colour), "placeholder": .text(placeholder),
        ]
    }
}

extension PhotoRejection {
    /// The answer to a request that uploaded this file alone.
    func problem(of field: String) -> Problem {
        let status: HTTPResponse.Status =
            switch self {
            case .notAPhoto, .heic: .unsupportedMediaType
            case .tooLarge, .tooMany, .accountFull: .contentTooLarge
            case .tooManyPixels, .damaged, .removed: .unprocessableContent
            case .tooManyWaiting: .tooManyRequests
            case .busy, .unsaved: .serviceUnavailable
            }
        return Problem(
            status: status,
            key: self == .accountFull ? Problem.accountFull.key : "photo-\(rawValue)",
            errors: [field: rawValue],
            retryAfter: status == .serviceUnavailable ? 10 : nil
        )
    }
}
