import Foundation

/// The official file of address positions on the disk, read line by line: Seoul's alone has hundreds of thousands.
struct AddressPositionFile: Sendable {
    /// Why a file is not read, in words for the person who runs the import.
    struct Error: Swift.Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// The day, month or year of its positions.
    let asOf: String

    private static let chunk = 1 << 20
    private static let lineEnd = UInt8(ascii: "\n")
    private static let separator = UInt8(ascii: "|")

    /// - Parameter asOf: nil takes the month from the name of the file or of its folder (`202604_…`), or else the day of the
    ///   file, which unpacking keeps.
    init(path: String, asOf: String?) throws(Error) {
        self.path = path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw Error(description: "\(path) cannot be read")
        }
        let changed = attributes[.modificationDate] as? Date ?? .now
        self.asOf = asOf ?? Self.month(in: path) ?? SeoulTime(changed).isoDay
    }

    var name: String { URL(filePath: path).lastPathComponent }

    /// - Parameters:
    ///   - onProgress: gets how many bytes of how many are read.
    ///   - onLine: gets each line.
    func read(_ onProgress: (Int, Int) -> Void, _ onLine: (ArraySlice<UInt8>) -> Void) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Error(description: "\(path) cannot be read") }
        defer { try? file.close() }
        let size = Int((try? file.seekToEnd()) ?? 0)
        try file.seek(toOffset: 0)
        var (rest, done, isChecked): ([UInt8], Int, Bool) = ([], 0, false)
        while let data = try file.read(upToCount: Self.chunk), !data.isEmpty {
            try Task.checkCancellation()
            done += data.count
            rest += data
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: Self.lineEnd) {
                if !isChecked { try check(rest[start..<end]) }
                isChecked = true
                onLine(rest[start..<end])
                start = end + 1
            }
            rest.removeSubrange(..<start)
            guard rest.count < Self.chunk else { throw notPositions }
            onProgress(done, size)
        }
        guard !rest.isEmpty else { return }
        if !isChecked { try check(rest[...]) }
        onLine(rest[...])
    }

    /// Tells by its first field which list a file is: a district's code of five digits stands in the one that is read here, a
    /// number of 26 in a newer list whose columns are others.
    private func check(_ line: ArraySlice<UInt8>) throws(Error) {
        let first = line.prefix { $0 != Self.separator }
        let isNumber =
            first.count < line.count && first.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isNumber, first.count == 26 {
            throw Error(
                description:
                    "\(path) is the newer list of entrances, whose columns are others; take the summary of address "
                    + "positions instead (entrc_seoul.txt)"
            )
        }
        guard isNumber, first.count == 5 else { throw notPositions }
    }

    private var notPositions: Error {
        Error(
            description: "\(path) is no summary of address positions, such as entrc_seoul.txt; unpack an archive first"
        )
    }

    /// The first month, as six digits, or day, as eight, in the name of a file or its folder.
    static func month(in path: String) -> String? {
        let file = URL(filePath: path)
        let names = [file.lastPathComponent, file.deletingLastPathComponent().lastPathComponent]
        let digits = names.flatMap { $0.split { !("0"..."9").contains($0) } }
        return digits.lazy.compactMap { run -> String? in
            guard run.count == 6 || run.count == 8, run.hasPrefix("20") else { return nil }
            let (month, day) = ("\(run.prefix(4))-\(run.dropFirst(4).prefix(2))", run.dropFirst(6))
            let text = day.isEmpty ? month : "\(month)-\(day)"
            return PartialDay.isValid(text) ? text : nil
        }.first
    }
}
