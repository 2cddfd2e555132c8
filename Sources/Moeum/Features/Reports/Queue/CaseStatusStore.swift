import Foundation

/// The case status: what a row of the queue shows besides the case itself.
struct CaseStatus: Sendable {
    /// Whether staff hid the content.
    var isHidden = false
    /// Why the content is held.
    var holds: [HiddenReason] = []
    /// The picture of a photo; from the snapshot where the photo was deleted.
    var picture: FiledSnapshot.Picture?
    /// The kind of the newest suggestion.
    var suggestionKind: String?
}

extension Transaction {
    /// The statuses of the cases on one page of the queue.
    func caseStatuses(of cases: [ReportCase]) throws -> [ReportCase.ID: CaseStatus] {
        var statuses = Dictionary(cases.map { ($0.id, CaseStatus()) }) { first, _ in first }
        func each(_ kind: AuditEntry.Target.Kind, _ id: Int64, _ change: (inout CaseStatus) -> Void) {
            for found in cases where found.target.kind == kind && found.target.id == id {
                change(&statuses[found.id, default: CaseStatus()])
            }
        }
        func targets(_ kind: AuditEntry.Target.Kind) -> [Int64] {
            cases.filter { $0.target.kind == kind }.compactMap(\.target.id)
        }
        for picture in try reportedPictures(cases.filter { $0.target.kind == .photo }.map(\.id)) {
            statuses[picture.caseID, default: CaseStatus()].picture = picture.picture
        }
        try rows(
            """
            SELECT r.id FROM reviews r WHERE r.id IN \(list: targets(.review)) AND r.hidden_at IS NOT NULL ORDER BY r.id
            """
        ).forEach { each(.review, try $0.int64(0)) { $0.isHidden = true } }
        try rows(
            """
            SELECT p.id, p.name, p.alt, p.blob_hash, p.hidden_at FROM photos p
            WHERE p.id IN \(list: targets(.photo)) ORDER BY p.id
            """
        ).forEach { row in
            let isHidden = !row.isNull(4)
            let picture = try FiledSnapshot.Picture(row, from: 1)
            each(.photo, try row.int64(0)) { ($0.isHidden, $0.picture) = (isHidden, picture) }
        }
        let held: [(kind: AuditEntry.Target.Kind, name: SQL)] = [(.review, "review"), (.photo, "photo")]
        for (kind, name) in held {
            try rows(
                """
                SELECT w.\(name)_id, w.reason FROM \(name)_hidden_reasons w WHERE w.\(name)_id IN \(list: targets(kind))
                ORDER BY w.since, w.reason
                """
            ).forEach { row in
                guard let reason = HiddenReason(rawValue: try row.string(1)), reason.isHold else { return }
                each(kind, try row.int64(0)) { $0.holds.append(reason) }
            }
        }
        let suggested = cases.filter { $0.target.kind == .place || $0.target.kind == .suggestion }.map(\.id)
        try rows(
            """
            SELECT s.case_id, s.kind FROM suggestions s WHERE s.id IN (
                SELECT MAX(x.id) FROM suggestions x WHERE x.case_id IN \(list: suggested) GROUP BY x.case_id)
            ORDER BY s.id
            """
        ).forEach { row in
            let kind = try row.string(1)
            statuses[try row.id(0), default: CaseStatus()].suggestionKind = kind
        }
        return statuses
    }

    /// Pictures of snapshots, so ordered that the first picture of the newest snapshot comes last.
    private func reportedPictures(_ cases: [ReportCase.ID]) throws
        -> [(caseID: ReportCase.ID, picture: FiledSnapshot.Picture)]
    {
        try rows(
            """
            SELECT s.case_id, p.name, p.alt, p.blob_hash
            FROM report_snapshots s JOIN snapshot_photos p ON p.snapshot_id = s.id
            WHERE s.case_id IN \(list: cases) ORDER BY s.taken_at, s.id, p.position DESC
            """
        ).map { (try $0.id(0), try FiledSnapshot.Picture($0, from: 1)) }
    }
}
