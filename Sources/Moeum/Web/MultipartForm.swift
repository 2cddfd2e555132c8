import Hummingbird
import NIOCore

/// A form with files: the fields as in any form, and each file on disk, written while it came in.
struct MultipartForm: Sendable {
    /// A file of the form; whoever gets it keeps it or removes it.
    struct File: Sendable {
        let header: MultipartHeader
        let upload: UploadFile
        let size: Int64
    }

    /// What a form may hold.
    struct Limits: Sendable {
        var files = 1
        var bytesPerFile: Int64
        /// Of all fields that are no files.
        var fieldBytes = 1 << 20
    }

    var form = Form.empty
    var files: [File] = []

    func file(_ field: String) -> File? { files.first { $0.header.name == field } }

    /// Removes every file again.
    func discardFiles() async {
        for file in files { await file.upload.discard() }
    }

    /// Reads a whole form; throws the `Problem` that the client is to be told, and leaves no file then.
    /// - Parameters:
    ///   - folder: where files are written, under names of our own.
    ///   - beforeFile: sees the fields that came before a file; throws to refuse it unread.
    static func read(
        _ request: Request,
        into folder: String,
        limits: Limits,
        beforeFile: @Sendable (Form) throws -> Void
    ) async throws -> MultipartForm {
        guard let boundary = request.headers[.contentType].flatMap(MultipartParser.boundary) else {
            throw Problem(status: .unsupportedMediaType, key: "no-form")
        }
        let most = Int64(limits.files) * limits.bytesPerFile + Int64(limits.fieldBytes) * 2
        if let length = request.headers[.contentLength].flatMap({ Int64($0) }), length > most {
            throw Problem.tooLarge
        }
        var reader = MultipartReader(boundary: boundary, folder: folder, limits: limits)
        do {
            for try await buffer in request.body { try await reader.take(buffer, beforeFile) }
            return try await reader.finish(beforeFile)
        } catch {
            await reader.discard()
            throw problem(error)
        }
    }

    private static func problem(_ error: any Error) -> any Error {
        switch error {
        case let problem as Problem: problem
        case MultipartParser.Fault.malformed: Problem(status: .badRequest, key: "malformed-form")
        case is MultipartParser.Fault: Problem.tooLarge
        case let fault as Form.Fault: fault.problem
        // A full disk, for one.
        case is UploadFile.Fault: Problem.unavailable
        // It broke off, or came in chunks that make no sense.
        default: Problem.from(error) ?? Problem.badRequest
        }
    }
}

/// Puts a form together from what the parser tells.
private struct MultipartReader {
    /// The part that is coming in.
    private enum Current {
        case nothing
        case field(MultipartHeader)
        case file(MultipartHeader, UploadFile)
        /// What a browser sends for a file that nobody chose.
        case noFile
    }

    private let folder: String
    private let limits: MultipartForm.Limits
    private var parser: MultipartParser
    private var current = Current.nothing
    /// Of the field that is coming in.
    private var content: [UInt8] = []
    private var items: [(name: String, value: String)] = []
    private var files: [MultipartForm.File] = []
    private var fieldBytes = 0

    init(boundary: String, folder: String, limits: MultipartForm.Limits) {
        self.folder = folder
        self.limits = limits
        parser = MultipartParser(boundary: boundary)
    }

    mutating func take(_ buffer: ByteBuffer, _ beforeFile: (Form) throws -> Void) async throws {
        parser.feed(buffer)
        while let event = try parser.next() { try await handle(event, beforeFile) }
    }

    mutating func finish(_ beforeFile: (Form) throws -> Void) async throws -> MultipartForm {
        while let event = try parser.next() { try await handle(event, beforeFile) }
        try parser.finish()
        return MultipartForm(form: Form(items: items), files: files)
    }

    /// Removes every file, the unfinished one too.
    func discard() async {
        if case .file(_, let upload) = current { await upload.discard() }
        for file in files { await file.upload.discard() }
    }

    private mutating func handle(_ event: MultipartParser.Event, _ beforeFile: (Form) throws -> Void) async throws {
        switch event {
        case .part(let header): current = try await begin(header, beforeFile)
        case .content(let bytes): try await append(bytes)
        case .endOfPart: try await end()
        case .end: break
        }
    }

    private func begin(_ header: MultipartHeader, _ beforeFile: (Form) throws -> Void) async throws -> Current {
        guard let fileName = header.fileName else { return .field(header) }
        if fileName.isEmpty { return .noFile }
        guard files.count < limits.files else { throw Problem.tooLarge }
        try beforeFile(Form(items: items))
        return .file(header, try await UploadFile(in: folder))
    }

    private mutating func append(_ bytes: ByteBuffer) async throws {
        switch current {
        case .nothing: break
        case .noFile: throw MultipartParser.Fault.malformed
        case .field:
            fieldBytes += bytes.readableBytes
            guard fieldBytes <= limits.fieldBytes else { throw Problem.tooLarge }
            content.append(contentsOf: bytes.readableBytesView)
        case .file(let header, let upload):
            guard await upload.size + Int64(bytes.readableBytes) <= limits.bytesPerFile else {
                throw Problem(status: .contentTooLarge, key: "too-large", errors: [header.name: "too-large"])
            }
            try await upload.append(bytes)
        }
    }

    private mutating func end() async throws {
        switch current {
        case .nothing, .noFile: break
        case .field(let header):
            guard let value = String(validating: content, as: UTF8.self) else { throw Form.Fault.malformed }
            items.append(try Form.checked(header.name, value))
            content.removeAll()
        case .file(let header, let upload):
            try await upload.finish()
            files.append(MultipartForm.File(header: header, upload: upload, size: await upload.size))
        }
        current = .nothing
    }
}
