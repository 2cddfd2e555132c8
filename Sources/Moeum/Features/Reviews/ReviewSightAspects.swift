import Foundation

extension Aspect {
    /// Whether staff hid a review: `hiddenAt` in milliseconds.
    static let reviewSight = Aspect(
        name: "review-sight",
        read: { transaction, target, _ in
            guard let id = target.id, let review = try transaction.review(id) else { return nil }
            return Sight.state(hiddenAt: review.hiddenAt)
        },
        write: { transaction, target, _, state, act in
            guard let id = target.id else { return }
            if let hiddenAt = Sight.hiddenAt(state) {
                try transaction.hideReview(id, at: hiddenAt)
                try transaction.imposeHiding(.hiddenReview, of: id, since: hiddenAt, act)
            } else {
                try transaction.restoreReview(id)
                try transaction.liftHiding(.hiddenReview, of: id, act)
            }
        },
        person: { transaction, target, _ in try target.id.flatMap { try transaction.review($0)?.account } }
    )

    /// Whether staff hid a photo: `hiddenAt` in milliseconds.
    static let photoSight = Aspect(
        name: "photo-sight",
        read: { transaction, target, _ in
            guard let id = target.id, try transaction.isPhoto(id) else { return nil }
            return Sight.state(hiddenAt: try transaction.hiddenAt(ofPhoto: id))
        },
        write: { transaction, target, _, state, act in
            guard let id = target.id else { return }
            if let hiddenAt = Sight.hiddenAt(state) {
                try transaction.hidePhoto(id, at: hiddenAt)
                try transaction.imposeHiding(.hiddenPhoto, of: id, since: hiddenAt, act)
            } else {
                try transaction.restorePhoto(id)
                try transaction.liftHiding(.hiddenPhoto, of: id, act)
            }
        },
        person: { transaction, target, _ in try target.id.flatMap { try transaction.account(ofPhoto: $0) } }
    )

    /// For which causes a review waits for staff: each with the time since when.
    static let reviewHold = Aspect(
        name: "review-hold",
        read: { transaction, target, _ in
            guard let id = target.id, try transaction.review(id) != nil else { return nil }
            return Sight.state(of: try transaction.withholdings(ofReview: id))
        },
        write: { transaction, target, _, state, act in
            guard let id = target.id else { return }
            let (now, wanted) = (try transaction.withholdings(ofReview: id), Sight.holds(state))
            for cause in Withholding.allCases where cause.isHold {
                if let since = wanted[cause], now[cause] == nil {
                    try transaction.withholdReview(id, because: cause, at: since)
                } else if wanted[cause] == nil, now[cause] != nil {
                    try transaction.releaseReview(id, from: cause)
                }
            }
            try transaction.noteHold(of: target)
            // Who cannot see a difference, because it is hidden or withheld besides, hears of none.
            guard wanted.isEmpty != now.allSatisfy({ !$0.key.isHold }), let review = try transaction.review(id),
                review.hiddenAt == nil, try transaction.withholdings(ofReview: id).keys.allSatisfy(\.isHold)
            else { return }
            try transaction.tell(review.account, wanted.isEmpty ? .contentReleased : .contentHeld, act)
        },
        person: reviewSight.person
    )
}

extension Aspect {
    /// For which causes a photo waits for staff: each with the time since when.
    static let photoHold = Aspect(
        name: "photo-hold",
        read: { transaction, target, _ in
            guard let id = target.id, try transaction.isPhoto(id) else { return nil }
            return Sight.state(of: try transaction.withholdings(ofPhoto: id))
        },
        write: { transaction, target, _, state, act in
            guard let id = target.id else { return }
            let (now, wanted) = (try transaction.withholdings(ofPhoto: id), Sight.holds(state))
            for cause in Withholding.allCases where cause.isHold {
                if let since = wanted[cause], now[cause] == nil {
                    try transaction.withholdPhoto(id, because: cause, at: since)
                } else if wanted[cause] == nil, now[cause] != nil {
                    try transaction.releasePhoto(id, from: cause)
                }
            }
            try transaction.noteHold(of: target)
            // As above.
            guard wanted.isEmpty != now.allSatisfy({ !$0.key.isHold }), try transaction.hiddenAt(ofPhoto: id) == nil,
                try transaction.withholdings(ofPhoto: id).keys.allSatisfy(\.isHold)
            else { return }
            let sender = try transaction.account(ofPhoto: id)
            try transaction.tell(sender, wanted.isEmpty ? .contentReleased : .contentHeld, act)
        },
        person: photoSight.person
    )
}

/// How sight stands in the log's states.
enum Sight {
    static func state(hiddenAt: Date?) -> Deed.State {
        hiddenAt.map { ["hiddenAt": String($0.milliseconds)] } ?? [:]
    }

    static func hiddenAt(_ state: Deed.State) -> Date? {
        state["hiddenAt"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
    }

    static func state(of withholdings: [Withholding: Date]) -> Deed.State {
        let holds = withholdings.filter { $0.key.isHold }
        return Dictionary(uniqueKeysWithValues: holds.map { ($0.key.rawValue, String($0.value.milliseconds)) })
    }

    static func holds(_ state: Deed.State) -> [Withholding: Date] {
        let pairs = state.compactMap { name, since -> (Withholding, Date)? in
            guard let cause = Withholding(rawValue: name), let since = Int64(since) else { return nil }
            return (cause, Date(milliseconds: since))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
