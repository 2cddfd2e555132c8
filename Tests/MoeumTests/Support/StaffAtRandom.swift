import Foundation
import Testing

@testable import Moeum

/// Staff who do at random what staff can do, beside a plain model that says what must follow. Every aspect of every thing is one
/// text in it; a deed takes one from a text to another, and undoing takes it back where it still stands so.
struct StaffAtRandom {
    /// Which aspect of which thing.
    typealias Thing = String

    struct Done {
        let thing: Thing
        let before: String
        let after: String
        let undoes: Deed.ID?
        let isAct: Bool
    }

    let site: TestSite
    let staff: [Member]
    let people: [Account.ID]
    /// With their authors and photos.
    var reviews: [(id: Review.ID, author: Account.ID, photos: [Int64])] = []
    var cases: [(id: ReportCase.ID, target: Deed.Target, author: Account.ID)] = []
    /// Requests to block something.
    var takedowns: [(id: Takedown.ID, target: Deed.Target)] = []
    var random: DemoGenerator
    var now: Date
    /// What differs from the beginning's nothing.
    var state: [Thing: String] = [:]
    var log: [(id: Deed.ID, done: Done)] = []
    private var undoneBy: [Deed.ID: Deed.ID] = [:]

    static let settings: [SiteSettings.Name] = [.hideWeight, .limitsFirstDay]

    static func thing(_ aspect: Aspect, _ target: Deed.Target, _ key: String = "") -> Thing {
        "\(aspect.name) \(target) \(key)"
    }

    init(_ site: TestSite, staff: [Member], people: [Account.ID], seed: UInt64) {
        (self.site, self.staff, self.people) = (site, staff, people)
        random = DemoGenerator(state: seed)
        now = site.now
    }

    // MARK: What the model says

    func isSuspended(_ person: Account.ID) -> Bool { bars(of: person).contains { $0.text.hasPrefix("suspension") } }

    func isShown(_ review: (id: Review.ID, author: Account.ID, photos: [Int64])) -> Bool {
        let target = Deed.Target(.review, review.id)
        return text(Self.thing(.reviewSight, target)).isEmpty && text(Self.thing(.reviewHold, target)).isEmpty
            && !isBlocked(target) && !isSuspended(review.author)
    }

    func isShown(photo: Int64) -> Bool {
        let target = Deed.Target(.photo, photo)
        return text(Self.thing(.photoSight, target)).isEmpty && text(Self.thing(.photoHold, target)).isEmpty
            && !isBlocked(target)
    }

    func text(_ thing: Thing) -> String { state[thing] ?? "" }

    /// What stands against somebody.
    private func bars(of person: Account.ID) -> [(thing: Thing, text: String)] {
        let start = "\(Aspect.sanction.name) user:\(person) "
        return state.filter { $0.key.hasPrefix(start) && !$0.value.isEmpty }.map { ($0.key, $0.value) }
    }

    /// Whether a deed holds: taken back an even number of times in turn.
    private func stands(_ id: Deed.ID) -> Bool { undoneBy[id].map { !stands($0) } ?? true }

    /// The last deeds of those that hold, the newest first: undoing these takes everything back.
    func deedsToUndo() -> [Deed.ID] {
        func last(_ id: Deed.ID) -> Deed.ID { undoneBy[id].map(last) ?? id }
        return log.filter { $0.done.undoes == nil && stands($0.id) }.map { last($0.id) }.sorted(by: >)
    }

    func mayBeUndone(_ id: Deed.ID) -> Bool {
        guard let done = log.first(where: { $0.id == id })?.done else { return false }
        return undoneBy[id] == nil && text(done.thing) == done.after
    }

    private func target(of thing: Thing) -> String { String(thing.split(separator: " ")[1]) }

    // MARK: What they do

    /// One step. What the model expects to change is held against what the log says.
    mutating func act() async throws {
        now += 1
        let member = random.pick(staff) ?? staff[0]
        switch random.below(15) {
        case 0: try await change(random.pick(Self.settings) ?? .hideWeight, member)
        case 1, 2, 3: try await hold(member)
        case 4, 5: try await decide(member)
        case 6, 7, 8, 9: try await undoAny(member)
        default: try await order(member)
        }
    }

    private mutating func change(_ name: SiteSettings.Name, _ member: Member) async throws {
        let value = name.isSwitch ? random.below(2) : 100 * (1 + random.below(4))
        let (target, act) = (Deed.Target(.setting, name.rawValue), act(member))
        try await expect([Self.thing(.setting, target): value == name.standard ? "" : String(value)]) {
            try $0.perform(.changeSetting, on: target, .setting, act) { _ in ["value": String(value)] }
        }
    }

    private mutating func hold(_ member: Member) async throws {
        guard let review = random.pick(reviews), let cause = random.pick([Withholding.reports, .links]) else { return }
        let photo = random.below(2) == 0 ? review.photos.first : nil
        let target = photo.map { Deed.Target(.photo, $0) } ?? Deed.Target(.review, review.id)
        let aspect = photo == nil ? Aspect.reviewHold : .photoHold
        let thing = Self.thing(aspect, target)
        let isLetGo = random.below(2) == 0
        var act = Act(actor: isLetGo ? .staff(member.id) : .site, at: now, press: site.app.press)
        act.reason = .spam
        let since = String(now.milliseconds)
        var causes = Self.causes(text(thing))
        if isLetGo { causes = [:] } else { causes[cause.rawValue] = causes[cause.rawValue] ?? since }
        try await expect([thing: Self.text(causes)]) { [act] in
            try $0.perform(isLetGo ? .unhold : .hold, on: target, aspect, act) { before in
                isLetGo ? [:] : before.merging([cause.rawValue: since]) { old, _ in old }
            }
        }
    }

    private mutating func undoAny(_ member: Member) async throws {
        guard let id = random.pick(log.map(\.id)) else { return }
        try await undo(id, member)
    }

    mutating func undo(_ id: Deed.ID, _ member: Member) async throws {
        guard let done = log.first(where: { $0.id == id })?.done else { return }
        let act = act(member)
        if mayBeUndone(id) {
            try await expect([done.thing: done.before], undoing: id) { _ = try $0.undo(id, act) }
        } else {
            let database = site.app.database
            await #expect(throws: Problem.cannotUndo) { try await database.write { _ = try $0.undo(id, act) } }
        }
    }

    private mutating func order(_ member: Member) async throws {
        guard let action = random.pick(ModerationOrder.Action.allCases), let found = random.pick(cases) else { return }
        // What is held again after its case was closed has another case, which nobody here looks at.
        if isClosed(found), !heldText(found.target).isEmpty { return }
        let until = random.below(2) == 0 ? nil : now + 86_400 * 30
        let form = Form(items: [
            ("action", action.rawValue), ("reason", "abuse"), ("note", "made up"),
            ("until", until.map { SeoulTime($0).rfc3339 } ?? ""),
        ])
        let order = try ModerationOrder(form, now: now)
        let desk = ModerationDesk(staff: member, order: order, now: now, press: site.app.press)
        let (expected, refusal) = expectation(action, found, member)
        if let refusal {
            let (database, target) = (site.app.database, found.target)
            let error = await #expect(throws: Problem.self) {
                try await database.write { try desk.carryOut(on: target, $0) }
            }
            #expect(error?.status.code == refusal)
            return
        }
        let kind = action.sanction
        try await expect(expected, imposing: kind.map { ($0, found.author) }) {
            try desk.carryOut(on: found.target, $0)
        }
    }

    /// What an order changes, or the status with which it is refused.
    private func expectation(
        _ action: ModerationOrder.Action,
        _ found: Found,
        _ member: Member
    ) -> (changes: [Thing: String], refusal: Int?) {
        let sight = Self.thing(Aspect.sight(of: found.target.kind) ?? .reviewSight, found.target)
        let isHideable = found.target.kind != .user
        let (living, isClosed) = (Self.living(found), isClosed(found))
        switch action {
        case .hide:
            if !isHideable { return ([:], 422) }
            return ([sight: text(sight).isEmpty ? String(now.milliseconds) : text(sight)], nil)
        case .restore:
            return isHideable && (!text(sight).isEmpty || !isWithheld(found)) ? ([sight: ""], nil) : ([:], 422)
        case .warn, .noPosting, .suspend: return ([:], nil)
        case .lift:
            let standing = bars(of: found.author)
            let barring = standing.filter { !$0.text.hasPrefix("warning") }
            return (
                Dictionary(uniqueKeysWithValues: (barring.isEmpty ? standing : barring).map { ($0.thing, "") }), nil
            )
        case .take, .release, .dismiss, .close:
            // Closed, or somebody else's, whom a form without a number did not see.
            if isClosed || (text(living).hasPrefix("taken") && text(living) != "taken \(member.id)") {
                return ([:], 409)
            }
            if action == .take { return ([living: "taken \(member.id)"], nil) }
            if action == .release { return ([living: ""], nil) }
            if action == .dismiss, isHideable, !text(sight).isEmpty { return ([:], 422) }
            let hasActed = log.contains { $0.done.isAct && stands($0.id) && about[$0.id] == found.author }
            let isActed = hasActed || (isHideable && !text(sight).isEmpty)
            let outcome = action == .close && isActed ? "acted" : "approved"
            var changes = [living: "closed \(member.id) \(outcome)"]
            if let hold = Aspect.hold(of: found.target.kind) { changes[Self.thing(hold, found.target)] = "" }
            return (changes, nil)
        }
    }

    typealias Found = (id: ReportCase.ID, target: Deed.Target, author: Account.ID)

    private static func living(_ found: Found) -> Thing { thing(.caseState, found.target, String(found.id)) }

    private func isClosed(_ found: Found) -> Bool { text(Self.living(found)).hasPrefix("closed") }

    /// Whether something else than staff keeps it from readers.
    private func isWithheld(_ found: Found) -> Bool {
        !heldText(found.target).isEmpty || isBlocked(found.target)
            || (found.target.kind == .review && isSuspended(found.author))
    }

    private func heldText(_ target: Deed.Target) -> String {
        Aspect.hold(of: target.kind).map { text(Self.thing($0, target)) } ?? ""
    }

    /// Whom each deed concerns.
    private var about: [Deed.ID: Account.ID] = [:]

    private func act(_ member: Member) -> Act { Act(actor: .staff(member.id), at: now, press: site.app.press) }

    /// Does something and holds what the log then says against what the model says must have changed.
    mutating func expect(
        _ expected: [Thing: String],
        imposing sanction: (kind: Sanction.Kind, on: Account.ID)? = nil,
        undoing undone: Deed.ID? = nil,
        _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        let last = log.last?.id ?? 0
        let deeds = try await site.app.database.write { transaction in
            try body(transaction)
            return try transaction.deeds(where: "d.id > \(last)", limit: 100)
        }
        var changes = expected.filter { text($0.key) != $0.value }
        for deed in deeds.reversed() {
            guard let aspect = deed.aspect.flatMap({ Aspect.all[$0] }) else { continue }
            let thing = Self.thing(aspect, deed.target, deed.aspectKey)
            let after = Self.text(deed.after, of: aspect)
            if let sanction, aspect.name == Aspect.sanction.name {
                #expect(deed.target == Deed.Target(.user, sanction.on) && after.hasPrefix(sanction.kind.rawValue))
                changes[thing] = after
            }
            #expect(changes.removeValue(forKey: thing) == after, "\(thing) became \(after) after \(log.count) deeds")
            #expect(Self.text(deed.before, of: aspect) == text(thing))
            let acts: [Deed.Action] = [.hide, .warn, .noPosting, .suspend, .block]
            let done = Done(
                thing: thing,
                before: text(thing),
                after: after,
                undoes: undone,
                isAct: acts.contains(deed.action)
            )
            state[thing] = after
            log.append((deed.id, done))
            about[deed.id] = deed.person
            if let undone { undoneBy[undone] = deed.id }
        }
        #expect(changes.isEmpty, "nothing in the log of \(changes)")
    }

    // MARK: How an aspect stands, as one text

    static func text(_ state: Deed.State, of aspect: Aspect) -> String {
        switch aspect.name {
        case Aspect.reviewSight.name, Aspect.photoSight.name: return state["hiddenAt"] ?? ""
        case Aspect.sanction.name: return [state["kind"], state["until"]].compactMap { $0 }.joined(separator: " ")
        case Aspect.caseState.name:
            if state["state"] == "open" { return "" }
            return [state["state"], state["assignee"], state["outcome"]].compactMap { $0 }.joined(separator: " ")
        case Aspect.block.name: return blockText(state)
        case Aspect.setting.name:
            let value = state["value"] ?? ""
            return settings.contains { String($0.standard) == value && ($0.isSwitch == (value.count == 1)) }
                ? "" : value
        default: return text(state)
        }
    }

    static func text(_ causes: Deed.State) -> String {
        causes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    static func causes(_ text: String) -> Deed.State {
        Dictionary(
            uniqueKeysWithValues: text.split(separator: ",").map { pair in
                let parts = pair.split(separator: "=")
                return (String(parts[0]), String(parts[1]))
            }
        )
    }
}
