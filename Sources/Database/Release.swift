/// A version of the program, ordered as semver.org says; CHANGELOG.md tells what each brought.
package struct Release: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// The version of this program. The only place where it stands; the package and the changelog are compared with it.
    package static let current = Release(0, 9, 0)

    let major: Int
    let minor: Int
    let patch: Int

    init(_ major: Int, _ minor: Int, _ patch: Int) { (self.major, self.minor, self.patch) = (major, minor, patch) }

    /// - Parameter description: such as `1.20.3`; nil for anything else.
    package init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy(\.isWholeNumber) ? Int(part) : nil }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    package var description: String { "\(major).\(minor).\(patch)" }

    package static func < (one: Release, other: Release) -> Bool {
        (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }
}
