import Synchronization

/// Values made from rows, each kept until something that it was made from changes.
package final class DataCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate struct Entry {
        let value: Value
        let trace: ReadTrace
    }

    private let limit: Int
    private let entries = Mutex<[Key: Entry]>([:])
    /// One caller at a time makes a value, since several that miss it at once would all make the same. A value has one of these by
    /// its key; others rarely wait for it.
    private let making = (0..<32).map { _ in Making() }

    private final class Making: Sendable {
        let mutex = Mutex(())
    }

    /// - Parameter limit: how many values it keeps.
    package init(limit: Int) { self.limit = limit }

    fileprivate func alone<Made>(for key: Key, _ make: () throws -> Made) rethrows -> Made {
        try making[key.hashValue & (making.count - 1)].mutex.withLock { _ in try make() }
    }

    fileprivate subscript(key: Key) -> Entry? { entries.withLock { $0[key] } }

    fileprivate func store(_ entry: Entry, for key: Key) {
        entries.withLock { entries in
            // Any of them: which are used again is not noted.
            if entries[key] == nil, entries.count >= limit { entries.remove(at: entries.startIndex) }
            entries[key] = entry
        }
    }
}

extension DataCache where Key == Int {
    /// For a single value.
    package convenience init() { self.init(limit: 1) }
}

extension Transaction {
    /// The kept value, or a new one where something that it was made from has changed. A write always makes it: it sees its own
    /// changes, which nobody else may.
    package func value<Value>(from cache: DataCache<Int, Value>, _ make: () throws -> Value) throws -> Value {
        try value(of: 0, from: cache, make)
    }

    /// The same for one of several values.
    /// - Parameter cache: nil makes it each time.
    package func value<Key, Value>(of key: Key, from cache: DataCache<Key, Value>?, _ make: () throws -> Value) throws
        -> Value
    {
        guard let cache, let number else { return try make() }
        if let value = current(cache[key]) { return value }
        return try cache.alone(for: key) {
            // Somebody else may have made it during the wait.
            if let value = current(cache[key]) { return value }
            let before = connection.read
            connection.read = .none
            defer { connection.read.formUnion(before) }
            let value = try make()
            cache.store(.init(value: value, trace: ReadTrace(number: number, columns: connection.read)), for: key)
            return value
        }
    }

    /// The value, where it is what this transaction would make; its columns count as read.
    private func current<Key, Value>(_ entry: DataCache<Key, Value>.Entry?) -> Value? {
        // Nor may it be newer than this transaction's own rows.
        guard let entry, let changes, let number,
            changes.currentNumber(entry.trace.columns, since: min(entry.trace.number, number)) != nil
        else { return nil }
        connection.read.formUnion(entry.trace.columns)
        return entry.value
    }
}
