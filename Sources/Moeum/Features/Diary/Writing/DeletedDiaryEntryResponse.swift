import Foundation
import HTTPTypes
import Hummingbird

extension App {
    func diaryEntry(_ id: DiaryEntry.ID, of member: Member) async throws -> DiaryEntry {
        guard let entry = try await database.read({ try $0.diaryEntry(id, of: member.id) }) else {
            throw Problem.notFound
        }
        return entry
    }

    /// The page of an entry that is in the trash: its beginning, and a button that brings it back.
    func deletedDiaryEntry(_ id: DiaryEntry.ID, _ context: AppRequestContext) async throws -> Response {
        if context.prefersJSON { throw DiaryEntryRoutes.deleted }
        let (member, builder) = (try context.requireMember(), DiaryEntryBuilder(app: self, context: context))
        return try await pages.respond(
            to: context,
            title: context.text("diary.deleted-title"),
            section: .diary,
            hasForm: true,
            status: .gone
        ) { try builder.deletedPage(id, of: member.id, $0) }
    }
}
