import Foundation
import Testing

@testable import Moeum

/// Staff who do at random what staff can do, beside a plain model that says what must follow. Every audited state of every thing is one
/// text in it; an audit entry takes one from a text to another, and undoing takes it back where it still stands so.
struct StaffAtRandom {
    /// Which audited state of which thing.
    typealias Content = String

    struct Done {
        let content: Content
        let before: String
        let after: String
        let undoes: AuditEntry.ID?
        let isAction: Bool
    }

    let site: TestSite
    let staff: [Member]
    let people: [Account.ID]
    /// With their authors and photos.
    var reviews: [(id: Review.ID, author: Account.ID, photos: [Photo.ID])] = []
    var cases: [(id: ReportCase.ID, target: AuditEntry.Target, author: Account.ID)] = []
    /// Requests to block something.
    var takedowns: [(id: Takedown.ID, target: AuditEntry.Target)] = []
    var random: SeededGenerator
    var now: Date
    /// What differs from the beginning's nothing.
    var state: [Content: String] = [:]
    var log: [(id: AuditEntry.ID, done: Done)] = []
    var lastEntry: AuditEntry.ID = .absent
    private var undoneBy: [AuditEntry.ID: AuditEntry.ID] = [:]

    static let settings: [SiteSettings.Name] = [.hideWeight, .limitsFirstDay]

    static func content<Value>(_ auditedChange: AuditedChange<Value>, _ target: AuditEntry.Target, _ key: String = "")
        -> Content
    {
        content(auditedChange.name, target, key)
    }

    static func content(_ auditedChange: String, _ target: AuditEntry.Target, _ key: String) -> Content {
        "\(auditedChange) \(target) \(key)"
    }

    init(_ site: TestSite, staff: [Member], people: [Account.ID], seed: UInt64) {
        (self.site, self.staff, self.people) = (site, staff, people)
        random = SeededGenerator(state: seed)
        now = site.now
    }

    // MARK: What the model says

    func isSuspended(_ person: Account.ID) -> Bool { inForce(of: person).contains { $0.text.hasPrefix("suspension") } }

    func isShown(_ review: (id: Review.ID, author: Account.ID, photos: [Photo.ID])) -> Bool {
        let target = AuditEntry.Target.review(review.id)
        return text(Self.content(.reviewVisibility, target)).isEmpty && text(Self.content(.reviewHold, target)).isEmpty
            && !isBlocked(target) && !isSuspended(review.author)
    }

    func isShown(photo: Photo.ID) -> Bool {
        let target = AuditEntry.Target.photo(photo)
        return text(Self.content(.photoVisibility, target)).isEmpty && text(Self.content(.photoHold, target)).isEmpty
            && !isBlocked(target)
    }

    func text(_ content: Content) -> String { state[content] ?? "" }

    /// What stands against somebody.
    private func inForce(of person: Account.ID) -> [(content: Content, text: String)] {
        let start = "\(AuditedChange.sanction.name) user:\(person) "
        return state.filter { $0.key.hasPrefix(start) && !$0.value.isEmpty }.map { ($0.key, $0.value) }
    }

    /// Whether an audit entry holds: taken back an even number of times in turn.
    private func stands(_ id: AuditEntry.ID) -> Bool { undoneBy[id].map { !stands($0) } ?? true }

    /// The last audit entries of those that hold, the newest first: undoing these takes everything back.
    func auditEntriesToUndo() -> [AuditEntry.ID] {
        func last(_ id: AuditEntry.ID) -> AuditEntry.ID { undoneBy[id].map(last) ?? id }
        return log.filter { $0.done.undoes == nil && stands($0.id) }.map { last($0.id) }.sorted(by: >)
    }

    func mayBeUndone(_ id: AuditEntry.ID) -> Bool {
        guard let done = log.first(where: { $0.id == id })?.done else { return false }
        return undoneBy[id] == nil && text(done.content) == done.after
    }

    private func target(of content: Content) -> String { String(content.split(separator: " ")[1]) }

    // MARK: What they do

    /// One step. What the model expects to change is held against what the log says.
    mutating func step() async throws {
        now += 1
        // What was done by other ways than these steps.
        for (_, _, content, after) in try await newChanges() { state[content] = after }
        let member = random.pick(staff) ?? staff[0]
        switch random.below(15) {
        case 0: try await change(random.pick(Self.settings) ?? .hideWeight, member)
        case 1, 2, 3: try await hold(member)
        case 4, 5: try await decide(member)
        case 6, 7, 8, 9: try await undoAny(member)
        default: try await request(member)
        }
    }

    private mutating func change(_ name: SiteSettings.Name, _ member: Member) async throws {
        let value = name.isSwitch ? random.below(2) : 100 * (1 + random.below(4))
        let (target, audit) = (AuditEntry.Target(.setting, name.rawValue), audit(member))
        try await expect([Self.content(.setting, target): value == name.standard ? "" : String(value)]) {
            try $0.recordChange(.changeSetting, on: target, .setting, audit) { _ in SettingState(value: value) }
        }
    }

    private mutating func hold(_ member: Member) async throws {
        guard let review = random.pick(reviews), let cause = random.pick([HiddenReason.reports, .links]) else { return }
        let photo = random.below(2) == 0 ? review.photos.first : nil
        let target = photo.map { AuditEntry.Target.photo($0) } ?? AuditEntry.Target.review(review.id)
        let auditedChange = photo == nil ? AuditedChange.reviewHold : .photoHold
        let content = Self.content(auditedChange, target)
        let isLetGo = random.below(2) == 0
        var audit = AuditContext(
            actor: isLetGo ? .staff(member.id) : .site,
            at: now,
            emailRenderer: site.app.emailRenderer
        )
        audit.reason = .spam
        let since = String(now.milliseconds)
        var causes = Self.causes(text(content))
        if isLetGo { causes = [:] } else { causes[cause.rawValue] = causes[cause.rawValue] ?? since }
        try await expect([content: Self.text(causes)]) { [audit] in
            try $0.recordChange(isLetGo ? .unhold : .hold, on: target, auditedChange, audit) { before in
                isLetGo ? HoldState() : before.adding(cause, since: audit.at)
            }
        }
    }

    private mutating func undoAny(_ member: Member) async throws {
        guard let id = random.pick(log.map(\.id)) else { return }
        try await undo(id, member)
    }

    mutating func undo(_ id: AuditEntry.ID, _ member: Member) async throws {
        guard let done = log.first(where: { $0.id == id })?.done else { return }
        let audit = audit(member)
        if mayBeUndone(id) {
            try await expect([done.content: done.before], undoing: id) { _ = try $0.revertChange(id, audit) }
        } else {
            let database = site.app.database
            await #expect(throws: Problem.cannotRevert) {
                try await database.write { _ = try $0.revertChange(id, audit) }
            }
        }
    }

    private mutating func request(_ member: Member) async throws {
        guard let action = random.pick(ModerationRequest.Action.allCases), let found = random.pick(cases) else {
            return
        }
        // What is held again after its case was closed has another case, which nobody here looks at.
        if isClosed(found), !heldText(found.target).isEmpty { return }
        let until = random.below(2) == 0 ? nil : now + 86_400 * 30
        let form = Form(items: [
            ("action", action.rawValue), ("reason", "abuse"), ("note", "made up"),
            ("until", until.map { SeoulTime($0).rfc3339 } ?? ""),
        ])
        let request = try ModerationRequest(form, now: now)
        let actions = ModerationActions(staff: member, request: request, audit: audit(member))
        let (expected, refusal) = expectation(action, found, member)
        if let refusal {
            let (database, target) = (site.app.database, found.target)
            let error = await #expect(throws: Problem.self) {
                try await database.write { try actions.carryOut(on: target, $0) }
            }
            #expect(error?.status.code == refusal)
            return
        }
        let kind = action.sanction
        try await expect(expected, imposing: kind.map { ($0, found.author) }) {
            try actions.carryOut(on: found.target, $0)
        }
    }

    /// What an order changes, or the status with which it is refused.
    private func expectation(
        _ action: ModerationRequest.Action,
        _ found: Found,
        _ member: Member
    ) -> (changes: [Content: String], refusal: Int?) {
        let visibility = Self.content(
            AuditedChange.visibility(of: found.target.kind) ?? .reviewVisibility,
            found.target
        )
        let isHideable = found.target.kind != .user
        let (currentCase, isClosed) = (Self.currentCase(found), isClosed(found))
        switch action {
        case .hide:
            if !isHideable { return ([:], 422) }
            return ([visibility: text(visibility).isEmpty ? String(now.milliseconds) : text(visibility)], nil)
        case .restore:
            return isHideable && (!text(visibility).isEmpty || !isHiddenForReason(found))
                ? ([visibility: ""], nil) : ([:], 422)
        case .warn, .noPosting, .suspend: return ([:], nil)
        case .lift:
            let standing = inForce(of: found.author)
            let limiting = standing.filter { !$0.text.hasPrefix("warning") }
            return (
                Dictionary(uniqueKeysWithValues: (limiting.isEmpty ? standing : limiting).map { ($0.content, "") }), nil
            )
        case .take, .release, .dismiss, .close:
            // Closed, or somebody else's, whom a form without a number did not see.
            if isClosed || (text(currentCase).hasPrefix("taken") && text(currentCase) != "taken \(member.id)") {
                return ([:], 409)
            }
            if action == .take { return ([currentCase: "taken \(member.id)"], nil) }
            if action == .release { return ([currentCase: ""], nil) }
            if action == .dismiss, isHideable, !text(visibility).isEmpty { return ([:], 422) }
            let hasActed = log.contains { $0.done.isAction && stands($0.id) && about[$0.id] == found.author }
            let isActed = hasActed || (isHideable && !text(visibility).isEmpty)
            let outcome = action == .close && isActed ? "acted" : "approved"
            var changes = [currentCase: "closed \(member.id) \(outcome)"]
            if let hold = AuditedChange.hold(of: found.target.kind) { changes[Self.content(hold, found.target)] = "" }
            return (changes, nil)
        }
    }

    typealias Found = (id: ReportCase.ID, target: AuditEntry.Target, author: Account.ID)

    private static func currentCase(_ found: Found) -> Content { content(.caseState, found.target, String(found.id)) }

    private func isClosed(_ found: Found) -> Bool { text(Self.currentCase(found)).hasPrefix("closed") }

    /// Whether something else than staff keeps it from readers.
    private func isHiddenForReason(_ found: Found) -> Bool {
        !heldText(found.target).isEmpty || isBlocked(found.target)
            || (found.target.kind == .review && isSuspended(found.author))
    }

    private func heldText(_ target: AuditEntry.Target) -> String {
        AuditedChange.hold(of: target.kind).map { text(Self.content($0, target)) } ?? ""
    }

    /// Whom each audit entry concerns.
    private var about: [AuditEntry.ID: Account.ID] = [:]

    func audit(_ member: Member) -> AuditContext {
        AuditContext(actor: .staff(member.id), at: now, emailRenderer: site.app.emailRenderer)
    }

    /// Does something and holds what the log then says against what the model says must have changed.
    mutating func expect(
        _ expected: [Content: String],
        imposing sanction: (kind: Sanction.Kind, on: Account.ID)? = nil,
        undoing undone: AuditEntry.ID? = nil,
        _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        try await site.app.database.write(body)
        var changes = expected.filter { text($0.key) != $0.value }
        for (entry, auditedChange, content, after) in try await newChanges() {
            if let sanction, auditedChange == AuditedChange.sanction.name {
                #expect(
                    entry.target == AuditEntry.Target.user(sanction.on) && after.hasPrefix(sanction.kind.rawValue)
                )
                changes[content] = after
            }
            #expect(
                changes.removeValue(forKey: content) == after,
                "\(content) became \(after) after \(log.count) entries"
            )
            #expect(Self.text(entry.before, of: auditedChange) == text(content))
            let actions: [AuditEntry.Action] = [.hide, .warn, .noPosting, .suspend, .block]
            let done = Done(
                content: content,
                before: text(content),
                after: after,
                undoes: undone,
                isAction: actions.contains(entry.action)
            )
            state[content] = after
            log.append((entry.id, done))
            about[entry.id] = entry.person
            if let undone { undoneBy[undone] = entry.id }
        }
        #expect(changes.isEmpty, "nothing in the log of \(changes)")
    }
}
