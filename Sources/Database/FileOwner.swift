import Foundation

/// Finds files that this program may not use, and their owner.
package enum FileOwner {
    /// One line about the first of these that exists and may not be read and written; nil where all may.
    package static func accessError(_ paths: [String]) -> String? {
        for path in paths {
            var state = stat()
            guard stat(path, &state) == 0 else { continue }
            let isFolder = state.st_mode & S_IFMT == S_IFDIR
            if faccessat(AT_FDCWD, path, R_OK | W_OK | (isFolder ? X_OK : 0), AT_EACCESS) == 0 { continue }
            let (owner, own) = (name(of: state.st_uid), name(of: geteuid()))
            guard state.st_uid != geteuid() else {
                return "\(path) belongs to \(own), who may not write it: change its mode, or its file system's"
            }
            return "\(path) belongs to \(owner), and this program runs as \(own), who may not write it: run it as "
                + "\(owner), or give \(own) the data directory with all that is in it"
        }
        return nil
    }

    static func name(ofOwnerOf path: String) -> String {
        var state = stat()
        return stat(path, &state) == 0 ? name(of: state.st_uid) : "nobody"
    }

    private static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
    }
}
