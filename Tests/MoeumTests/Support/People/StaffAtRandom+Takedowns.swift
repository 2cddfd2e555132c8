import Foundation
import Testing

@testable import Moeum

/// What they decide about requests to block something, and that authors object now and then.
extension StaffAtRandom {
    func isBlocked(_ target: AuditEntry.Target) -> Bool {
        takedowns.contains { $0.target == target && text(Self.content($0)).hasPrefix("blocked") }
    }

    private static func content(_ takedown: (id: Takedown.ID, target: AuditEntry.Target)) -> Content {
        content(.block, takedown.target, String(takedown.id))
    }

    /// How a request stands, besides that it waits and that its author objects.
    static func blockText(_ state: AuditEntry.State) -> String {
        if state["state"] == Takedown.State.waiting.rawValue { return "" }
        let kept = state["keptAt"].map { "kept \($0)" }
        return [state["state"], state["until"], state["ending"], kept].compactMap { $0 }.joined(separator: " ")
    }

    mutating func decide(_ member: Member) async throws {
        guard let takedown = random.pick(takedowns), let decision = random.pick(TakedownDecision.Choice.allCases)
        else {
            return
        }
        let (id, now) = (takedown.id, now)
        if random.below(2) == 0 {
            _ = try await site.app.database.write { try $0.insertObjection("made-up objection", to: id, at: now) }
        }
        let isObjected = try await site.app.database.read { try $0.takedown(id)?.objectedAt } != nil
        let form = try TakedownDecision(Form(items: [("decision", decision.rawValue), ("reason", "made up \(now)")]))
        let audit = audit(member)
        guard let text = expected(decision, from: text(Self.content(takedown)), isObjected: isObjected) else {
            let database = site.app.database
            await #expect(throws: Problem.stale) {
                try await database.write { try form.carryOut(on: id, by: member.id, audit, $0) }
            }
            return
        }
        try await expect([Self.content(takedown): text]) { try form.carryOut(on: id, by: member.id, audit, $0) }
    }

    /// Nil where it cannot be decided so.
    private func expected(_ decision: TakedownDecision.Choice, from text: String, isObjected: Bool) -> String? {
        let isBlocked = text.hasPrefix("blocked")
        let kept = text.firstRange(of: " kept").map { String(text[$0.lowerBound...]) }
        switch decision {
        case .block: return text.isEmpty ? "blocked \((now + Takedown.period).milliseconds)" : nil
        case .refuse: return text.isEmpty ? "refused" : nil
        case .unblock: return isBlocked ? "ended staff\(kept ?? "")" : nil
        case .keep: return isBlocked && isObjected && kept == nil ? "\(text) kept \(now.milliseconds)" : nil
        }
    }
}
