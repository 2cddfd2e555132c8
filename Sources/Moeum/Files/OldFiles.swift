import Foundation

extension FileManager {
    /// The names of what lies in a folder and was last changed before a time, in order; none where there is no folder.
    func names(in folder: String, changedBefore moment: Date) -> [String] {
        ((try? contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
            let attributes = try? attributesOfItem(atPath: "\(folder)/\(name)")
            return (attributes?[.modificationDate] as? Date).map { $0 < moment } ?? false
        }
    }
}
