import Foundation

/// Imports the model restaurants of all districts concurrently; a failing or wrong district does not affect the others.
package struct SeoulImport: Sendable {
    /// The result of one district.
    package struct Report: Sendable {
        package let district: District
        package let result: Result<ImportCounts, Failure>
        /// Refused rows, with their keys and reasons.
        package let rejections: [ImportRejection]
        /// Fields that cannot be read, without which their rows were taken.
        var unread: [String] = []
        package let seconds: Double
    }

    /// Why a district's import failed and changed nothing.
    package struct Failure: Error, CustomStringConvertible, Equatable {
        package let description: String

        init(description: String) { self.description = description }

        /// Only our own words: the error of a library may contain the URL, and the key with it.
        init(_ error: any Error) {
            switch error {
            case let failure as Failure: self = failure
            case let error as SeoulResponse.Error: description = error.description
            case let error as SeoulClient.Unreachable: description = error.description
            case let error as DatabaseError:
                description = "the database did not take the changes: \(Self.reason(error))"
            case is CancellationError: description = "it was stopped"
            default: description = "an unexpected fault (\(type(of: error)))"
            }
        }

        /// Without the statement's error message, which may contain values of the row.
        private static func reason(_ error: DatabaseError) -> String {
            switch error {
            case .statement: "it refused a statement"
            case .unavailable(let reason), .failing(let reason):
                reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            default: error.description
            }
        }
    }

    /// The most rows of one district.
    package static let maxRows = SeoulClient.maxRows
    package static let maxMegabytes = SeoulClient.maxBytes >> 20

    let database: any Database
    let districts: Districts
    let endpoints: [SeoulClient.Endpoint]
    let dongs: DongTable
    let client: SeoulClient
    let allowsMassCancel: Bool
}

extension SeoulImport {
    package init(
        database: any Database,
        dataDirectory: String,
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
            dongs: try DongTable.load(from: dataDirectory),
            client: SeoulClient(key: key, baseURL: baseURL),
            allowsMassCancel: allowsMassCancel
        )
    }

    /// - Parameters:
    ///   - slugs: only these districts; all when empty.
    ///   - batch: the same for all runs of one command.
    ///   - onRows: called for each fetched page with its number of rows, from several threads.
    ///   - onReport: called for each finished district.
    package func run(
        only slugs: [String],
        batch: ImportJob.ID = .next(),
        onRows: @escaping @Sendable (Int) -> Void,
        onReport: (Report) -> Void
    ) async throws -> [Report] {
        let wanted = endpoints.filter { slugs.isEmpty || slugs.contains($0.slug) }
        let reports = await withTaskGroup(of: Fetched.self) { group in
            for endpoint in wanted {
                guard let district = districts[slug: endpoint.slug] else { continue }
                group.addTask { await fetch(endpoint, district, batch: batch, onRows) }
            }
            var reports: [Report] = []
            // Lists are fetched concurrently and saved one after another: each district is one large transaction, and several
            // at once would only wait for each other or be rolled back.
            for await fetched in group {
                let report = await settle(fetched)
                onReport(report)
                reports.append(report)
            }
            return reports
        }
        if !Task.isCancelled { try await database.mergePlaceSearchIndex() }
        return reports
    }

    /// A fetched list, or why fetching it failed.
    private struct Fetched: Sendable {
        let district: District
        let run: ImportRun
        let start: ContinuousClock.Instant
        let list: Result<DistrictList, Failure>
    }

    private func fetch(
        _ endpoint: SeoulClient.Endpoint,
        _ district: District,
        batch: ImportJob.ID,
        _ onRows: @escaping @Sendable (Int) -> Void
    ) async -> Fetched {
        let (start, now) = (ContinuousClock.now, Date.now.milliseconds)
        let run = ImportRun(batch: batch, source: SeoulRow.source, district: district.slug, startedAt: now)
        let list: Result<DistrictList, Failure>
        do {
            let answer = try await client.rows(of: endpoint, onRows)
            let came = answer.newRows
            guard came >= answer.total else {
                throw Failure(description: "\(counted(came, "row")) came of \(answer.total) announced")
            }
            let reader = SeoulRow(district: district, dongs: dongs, today: SeoulTime(.now).isoDay)
            list = .success(DistrictList(answer, reader))
        } catch {
            list = .failure(Failure(error))
        }
        return Fetched(district: district, run: run, start: start, list: list)
    }

    private func settle(_ fetched: Fetched) async -> Report {
        let result: Result<ImportCounts, Failure>
        do {
            result = .success(try await save(try fetched.list.get(), fetched.run, fetched.district))
        } catch {
            let failure = Failure(error)
            // A cancelled district has not failed: the next process imports it.
            if !Task.isCancelled { await record(failure, of: try? fetched.list.get(), fetched.run) }
            result = .failure(failure)
        }
        let elapsed = ContinuousClock.now - fetched.start
        return Report(
            district: fetched.district,
            result: result,
            rejections: (try? fetched.list.get())?.rejections ?? [],
            unread: (try? fetched.list.get())?.unread ?? [],
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        )
    }

    /// Saves all changes of a district and the record of its run in one transaction.
    private func save(_ list: DistrictList, _ run: ImportRun, _ district: District) async throws -> ImportCounts {
        let now = Date.now.milliseconds
        return try await database.write { transaction in
            let known = try transaction.sourceKeys(of: SeoulRow.source, in: district.slug)
            // The register of designations knows of a designation what a district's list may lack, also that it was taken back:
            // such a place stays listed.
            let designated = try transaction.designatedPlaceIDs(.model, by: Register.designations.source)
            let missing = known.filter { !list.names($0.key) && !designated.contains($0.value) }
            let gone = list.mayHideShops ? [:] : missing
            if list.records.isEmpty, !known.isEmpty {
                throw Failure(description: "the list is empty where there had been \(counted(known.count, "shop"))")
            }
            if gone.count * 2 > known.count, !allowsMassCancel {
                let shops = "\(gone.count) of \(counted(known.count, "shop"))"
                throw Failure(description: "\(shops) would be cancelled; --allow-mass-cancel does it")
            }
            try transaction.beginImportRun(run)
            let records = list.records.values.sorted { $0.key < $1.key }
            var counts = try transaction.upsertPlaces(records, districts, run: run.id)
            let left = StatusDecision(source: SeoulRow.source, run: run.id, reason: "left-list")
            counts.spared = missing.count - gone.count
            for (_, id) in gone.sorted(by: { $0.key < $1.key }) {
                try transaction.setPlaceStatus(.cancelled, of: id, left, district, now: now)
                counts.cancelled += 1
            }
            let closed = try transaction.sourceKeys(of: SeoulRow.source, in: district.slug, .closed)
            counts.stillClosed = closed.keys.count(where: list.names)
            try transaction.finishImportRun(run, read: list.read, counts, list.rejections)
            return counts
        }
    }

    /// The failure is reported anyway; an unsaved record is no reason to stop.
    private func record(_ failure: Failure, of list: DistrictList?, _ run: ImportRun) async {
        let (read, rejections) = (list?.read ?? 0, list?.rejections ?? [])
        try? await database.write { transaction in
            try transaction.beginImportRun(run)
            try transaction.finishImportRun(run, read: read, ImportCounts(), rejections, failure: failure.description)
        }
    }
}

/// The records of a district's answer.
private struct DistrictList: Sendable {
    private(set) var records: [String: PlaceRecord] = [:]
    private(set) var rejections: [ImportRejection] = []
    private(set) var unread: [String] = []
    private(set) var read = 0
    /// Whether a row has no key, or the key of another row: it may be any shop that seems to be missing from the list.
    private(set) var mayHideShops = false
    private var rejectedKeys: Set<String> = []

    init(_ answer: SeoulDistrictResponse, _ reader: SeoulRow) {
        read = answer.rows.count
        for (index, row) in answer.rows.enumerated() {
            do throws(ImportRejection) {
                add(try reader.record(row, at: index + 1, &unread))
            } catch {
                if let key = SeoulRow.key(row) { rejectedKeys.insert(key) } else { mayHideShops = true }
                rejections.append(error)
            }
        }
    }

    /// Whether a shop is on the list, even if its row was refused.
    func names(_ key: String) -> Bool { records[key] != nil || rejectedKeys.contains(key) }

    private mutating func add(_ record: PlaceRecord) {
        guard let other = records.updateValue(record, forKey: record.key) else { return }
        mayHideShops = true
        // The later designation is in force.
        if (other.designatedOn ?? "") > (record.designatedOn ?? "") { records[record.key] = other }
        let words = "another row has the same PERM_NT_NO"
        rejections.append(ImportRejection(row: record.key, reason: .repeated, words: words))
    }
}
