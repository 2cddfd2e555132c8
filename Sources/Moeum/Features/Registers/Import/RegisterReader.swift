/// Reads the files of a register, and keeps what they say of our places.
struct RegisterReader: Sendable {
    let register: Register
    let files: [RegisterFile]
    let districts: RegisterDistricts

    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - onProgress: gets a file's name, and how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error` where a file cannot be taken whole.
    func read(_ places: RegisterPlaces, today: String, _ onProgress: (String, Int, Int) -> Void) throws
        -> RegisterPlan.Reading
    {
        var reading = RegisterPlan.Reading()
        for file in files {
            let summary = try read(file, places, today, { onProgress(file.name, $0, $1) }, into: &reading)
            reading.summary.add(summary)
        }
        reading.matches.settle(places)
        return reading
    }

    private func read(
        _ file: RegisterFile,
        _ places: RegisterPlaces,
        _ today: String,
        _ onProgress: (Int, Int) -> Void,
        into reading: inout RegisterPlan.Reading
    ) throws -> RegisterFileSummary {
        var (matches, rejections) = (reading.matches, reading.rejections)
        defer { (reading.matches, reading.rejections) = (matches, rejections) }
        func reject(_ rejection: RegisterRejection) {
            guard !rejection.isFieldAlone, rejections.count < RegisterRejection.keptCount else { return }
            rejections.append(rejection)
        }
        switch register {
        case .licences:
            return try LicenceRows.read(
                file,
                today: today,
                districts: districts,
                wants: { places.want($0) },
                onRow: { matches.add($0, places) },
                onRejection: reject,
                onProgress: onProgress
            )
        case .designations:
            return try DesignationRows.read(
                file,
                today: today,
                districts: districts,
                wants: { places.hasPermit($0.permit) },
                onRow: { matches.add($0, places) },
                onRejection: reject,
                onProgress: onProgress
            )
        case .grades:
            return try GradeRows.read(
                file,
                today: today,
                districts: districts,
                onRow: { matches.add($0, places) },
                onRejection: reject,
                onProgress: onProgress
            )
        case .prices:
            return try PriceRows.read(
                file,
                today: today,
                districts: districts,
                onRow: { matches.add($0, places) },
                onRejection: reject,
                onProgress: onProgress
            )
        }
    }
}

extension RegisterPlaces {
    /// Whether a licence may say something of a place: it is its own, or is at an address where a place lacks a position.
    fileprivate func want(_ key: RegisterKey) -> Bool {
        hasPermit(key.permit) || key.roadAddress.map { vagueAddress($0, in: key.district) != nil } ?? false
    }
}

extension RegisterFileSummary {
    mutating func add(_ other: RegisterFileSummary) {
        rows.merge(other.rows, uniquingKeysWith: +)
        refused.merge(other.refused, uniquingKeysWith: +)
        passedOver += other.passedOver
        if let day = other.newestDay { record(updatedOn: day) }
    }
}
