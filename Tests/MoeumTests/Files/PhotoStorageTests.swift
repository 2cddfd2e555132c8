import Foundation
import Testing

@testable import Moeum
@testable import Web

/// What every photo storage does.
@Suite(.cleanup)
struct PhotoStorageTests {
    enum Kind: CaseIterable {
        case disk, memory, objects

        func storage() async throws -> (any PhotoStorage, folder: String) {
            let folder = try temporaryFolder()
            switch self {
            case .disk: return (DiskPhotoStorage(folder: "\(folder)/photos"), folder)
            case .memory: return (MemoryPhotoStorage(), folder)
            case .objects: return (S3PhotoStorage(try await ObjectServer.start().1), folder)
            }
        }
    }

    private static func file(_ name: String, _ text: String, in folder: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("Stored files can be read and deleted", arguments: Kind.allCases)
    func putAndDelete(_ kind: Kind) async throws {
        let (storage, folder) = try await kind.storage()
        let names = (0..<20).map { "ab\($0)-320.webp" }
        try await storage.put(try names.map { try Self.file($0, "photo \($0)", in: folder) })
        // They are moved.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("ab") }.isEmpty)
        #expect(try await storage.get("ab7-320.webp") == Array("photo ab7-320.webp".utf8))
        #expect(try await storage.exists("ab7-320.webp"))
        #expect(try await storage.get("ab77-320.webp") == nil)
        #expect(try await !storage.exists("ab77-320.webp"))
        try await storage.put([try Self.file("ab7-320.webp", "another", in: folder)])
        #expect(try await storage.get("ab7-320.webp") == Array("another".utf8))
        // One that is not there is no error.
        try await storage.delete(["ab7-320.webp", "ab77-320.webp", "ef1-320.webp"])
        #expect(try await storage.get("ab7-320.webp") == nil)
        #expect(try await storage.names(startingWith: "ab") == names.filter { $0 != "ab7-320.webp" }.sorted())
    }

    @Test("Names are listed by their beginning and age", arguments: Kind.allCases)
    func listNames(_ kind: Kind) async throws {
        let (storage, folder) = try await kind.storage()
        let names = ["ab1.jpg", "ab2.jpg", "cd1.jpg"]
        try await storage.put(try names.map { try Self.file($0, $0, in: folder) })
        #expect(try await storage.names(startingWith: "ab") == ["ab1.jpg", "ab2.jpg"])
        #expect(try await storage.names(startingWith: "ef").isEmpty)
        #expect(try await storage.names(names + ["ef1.jpg"], before: .now + 60) == names)
        #expect(try await storage.names(names, before: .now - 60).isEmpty)
    }
}
