import AsyncHTTPClient
import Foundation

/// Imports the model restaurants of all districts side by side; a dead or lying one never harms the others.
public struct SeoulImport: Sendable {
    /// What became of one district.
    public struct Report: Sendable {
        public let district: District
        public let result: Result<ImportCounts, Failure>
        /// Rows that were not taken, with their key and the reason.
        public let refusals: [String]
        public let seconds: Double
    }

    /// Why a district changed nothing.
    public struct Failure: Error, CustomStringConvertible, Equatable {
        public let description: String

        init(description: String) { self.description = description }

        /// Only words of our own: what a library says of its error may hold the address, and the key with it.
        init(_ error: any Error) {
            switch error {
            case let failure as Failure: self = failure
            case let fault as SeoulAnswer.Fault: description = fault.description
            case let fault as SeoulClient.Unreachable: description = fault.description
            case is DatabaseError: description = "the database did not take the changes"
            case is CancellationError: description = "it was stopped"
            default: description = "an unexpected fault (\(type(of: error)))"
            }
        }
    }

    let database: any Database
    let districts: Districts
    let endpoints: [SeoulClient.Endpoint]
    let dongs: DongTable
    let client: SeoulClient
    let allowsMassCancel: Bool

    public init(
        database: any Database,
        dataDirectory: String,
        http: HTTPClient,
        key: String,
        baseURL: String?,
        allowsMassCancel: Bool
    ) throws {
        self.init(
            database: database,
            districts: try Districts.load(from: dataDirectory),
            endpoints: try JSONDecoder().decode(
                [SeoulClient.Endpoint].self,
                from: try Data(contentsOf: URL(filePath: "\(dataDirectory)/districts.json"))
            ),
            dongs: DongTable(try SeoulMap.load(from: dataDirectory)),
            client: SeoulClient(http: http, key: key, baseURL: baseURL),
            allowsMassCancel: allowsMassCancel
        )
    }

    init(
        database: any Database,
        districts: Districts,
        endpoints: [SeoulClient.Endpoint],
        dongs: DongTable,
        client: SeoulClient,
        allowsMassCancel: Bool
    ) {
        self.database = database
        self.districts = districts
        self.endpoints = endpoints
        self.dongs = dongs
        self.client = client
        self.allowsMassCancel = allowsMassCancel
    }

    /// - Parameters:
    ///   - slugs: only these districts; all when empty.
    ///   - onReport: hears of each district as it ends.
    public func run(only slugs: [String], onReport: @escaping @Sendable (Report) -> Void) async throws -> [Report] {
        let wanted = endpoints.filter { slugs.isEmpty || slugs.contains($0.slug) }
        return try await withThrowingTaskGroup(of: Report.self) { group in
            for endpoint in wanted {
                guard let district = districts[slug: endpoint.slug] else { continue }
                group.addTask { await report(on: endpoint, district) }
            }
            var reports: [Report] = []
            for try await report in group {
                onReport(report)
                reports.append(report)
            }
            return reports
        }
    }

    private func report(on endpoint: SeoulClient.Endpoint, _ district: District) async -> Report {
        let start = ContinuousClock.now
        var refusals: [String] = []
        let result: Result<ImportCounts, Failure>
        do {
            let answer = try await client.rows(of: endpoint)
            let distinct = answer.distinctRows
            guard distinct >= answer.total else {
                throw Failure(description: "\(distinct) rows came of \(answer.total) announced")
            }
            let reader = SeoulRow(district: district, dongs: dongs, today: SeoulTime(.now).isoDay)
            var records: [String: PlaceRecord] = [:]
            var refusedKeys: Set<String> = []
            for row in answer.rows {
                switch reader.record(row) {
                case .success(let record):
                    guard let other = records.updateValue(record, forKey: record.key), other != record else { break }
                    // The later designation is the one in force.
                    if (other.designatedOn ?? "") > (record.designatedOn ?? "") { records[record.key] = other }
                    refusals.append("\(record.key): another row has the same PERM_NT_NO")
                case .failure(let refusal):
                    refusedKeys.insert(refusal.key)
                    refusals.append("\(refusal.key): \(refusal.reason)")
                }
            }
            result = .success(try await save(records, refusedKeys, district))
        } catch {
            result = .failure(Failure(error))
        }
        let elapsed = ContinuousClock.now - start
        let report = Report(
            district: district,
            result: result,
            refusals: refusals,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        )
        await record(report)
        return report
    }

    /// One transaction for a district: all of its changes or none.
    private func save(
        _ records: [String: PlaceRecord],
        _ refusedKeys: Set<String>,
        _ district: District
    ) async throws -> ImportCounts {
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        let (districts, allowsMassCancel) = (districts, allowsMassCancel)
        return try await database.write { transaction in
            let known = try transaction.listedKeys(source: SeoulRow.source, district: district.slug)
            // A shop whose row cannot be taken is still on the list.
            let gone = known.filter { records[$0.key] == nil && !refusedKeys.contains($0.key) }
            if records.isEmpty, !known.isEmpty {
                throw Failure(description: "the list is empty where there were \(known.count) shops")
            }
            if gone.count * 2 > known.count, !allowsMassCancel {
                throw Failure(
                    description: "\(gone.count) of \(known.count) shops would be cancelled; --allow-mass-cancel does it"
                )
            }
            var counts = try transaction.upsertAll(records.values.sorted { $0.key < $1.key }, districts)
            for (_, id) in gone.sorted(by: { $0.key < $1.key }) {
                try transaction.setStatus(.cancelled, of: id, reason: "left the district's list", district, now: now)
                counts.cancelled += 1
            }
            return counts
        }
    }

    private func record(_ report: Report) async {
        // The run itself is done; losing its record is no reason to call it failed.
        try? await database.write { try $0.record(report) }
    }
}
