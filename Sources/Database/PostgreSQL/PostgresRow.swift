#if Postgres
    import CPostgreSQL
    import Foundation

    /// The rows of one statement in the binary format, freed with the last reference.
    final class PostgresResult {
        fileprivate let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { PQclear(pointer) }

        var rowCount: Int { Int(PQntuples(pointer)) }

        /// How many rows an INSERT, UPDATE or DELETE changed.
        var changes: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

        /// A value of a result in the text format; nil for NULL.
        func text(_ row: Int, _ column: Int) -> String? {
            guard PQgetisnull(pointer, Int32(row), Int32(column)) == 0 else { return nil }
            return PQgetvalue(pointer, Int32(row), Int32(column)).map { String(cString: $0) }
        }

        /// The type of a described statement's parameter.
        func parameterType(_ index: Int) -> Oid { PQparamtype(pointer, Int32(index)) }
    }

    /// One row; numbers are in network byte order (PostgreSQL 15, the types' `…send` functions).
    struct PostgresRow: Row {
        /// The built-in types' ids (`pg_type.dat`), which never change.
        enum TypeID {
            static let bool: Oid = 16
            static let bytes: Oid = 17
            static let int8: Oid = 20
            static let int2: Oid = 21
            static let int4: Oid = 23
            static let text: Oid = 25
            static let float4: Oid = 700
            static let float8: Oid = 701
            static let numeric: Oid = 1_700
            /// char, name, text, unknown, bpchar, varchar.
            static let texts: Set<Oid> = [18, 19, 25, 705, 1_042, 1_043]
        }

        let result: PostgresResult
        let row: Int32

        func int(_ column: Int) throws -> Int { Int(try int64(column)) }

        func int64(_ column: Int) throws -> Int64 {
            let bytes = try bytes(column, "an integer")
            let value: Int64? =
                switch type(column) {
                case TypeID.bool, TypeID.int2, TypeID.int4, TypeID.int8: Self.signed(bytes)
                // The type of SUM over integers.
                case TypeID.numeric: Int64(Self.decimal(bytes))
                default: nil
                }
            guard let value else { throw DatabaseError.decoding(column: column, expected: "an integer") }
            return value
        }

        func double(_ column: Int) throws -> Double {
            let bytes = try bytes(column, "a number")
            let value: Double? =
                switch type(column) {
                case TypeID.float8: Double(bitPattern: UInt64(bitPattern: Self.signed(bytes)))
                case TypeID.float4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.signed(bytes))))
                case TypeID.int2, TypeID.int4, TypeID.int8: Double(Self.signed(bytes))
                case TypeID.numeric: Double(Self.decimal(bytes))
                default: nil
                }
            guard let value else { throw DatabaseError.decoding(column: column, expected: "a number") }
            return value
        }

        func string(_ column: Int) throws -> String {
            let bytes = try bytes(column, "a text")
            guard TypeID.texts.contains(type(column)) else {
                throw DatabaseError.decoding(column: column, expected: "a text")
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        func blob(_ column: Int) throws -> [UInt8] {
            let bytes = try bytes(column, "bytes")
            guard type(column) == TypeID.bytes else { throw DatabaseError.decoding(column: column, expected: "bytes") }
            return [UInt8](bytes)
        }

        func isNull(_ column: Int) -> Bool { PQgetisnull(result.pointer, row, Int32(column)) != 0 }

        private func type(_ column: Int) -> Oid { PQftype(result.pointer, Int32(column)) }

        private func bytes(_ column: Int, _ expected: String) throws -> UnsafeRawBufferPointer {
            guard !isNull(column), let start = PQgetvalue(result.pointer, row, Int32(column)) else {
                throw DatabaseError.decoding(column: column, expected: expected)
            }
            return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result.pointer, row, Int32(column))))
        }

        private static func signed(_ bytes: UnsafeRawBufferPointer) -> Int64 {
            switch bytes.count {
            case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
            case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
            case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
            default: Int64(bytes.first ?? 0)
            }
        }

        /// A NUMERIC in decimal digits: number of digits, weight of the first (a power of 10,000), sign, scale, then digits to
        /// base 10,000.
        private static func decimal(_ bytes: UnsafeRawBufferPointer) -> String {
            let words = stride(from: 0, to: bytes.count - 1, by: 2).map { offset in
                Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)))
            }
            guard words.count >= 4, [0, 0x4000].contains(words[2]) else { return "" }
            let (weight, digits) = (words[1], words.dropFirst(4))
            func group(_ power: Int) -> String {
                let index = digits.startIndex + weight - power
                let text = "\(digits.indices.contains(index) ? digits[index] : 0)"
                return String(repeating: "0", count: 4 - text.count) + text
            }
            let whole = stride(from: max(weight, 0), through: 0, by: -1).map(group).joined()
            let rest = stride(from: -1, through: min(weight - digits.count + 1, 0), by: -1).map(group).joined()
            let isWhole = rest.allSatisfy { $0 == "0" }
            return (words[2] == 0 ? "" : "-") + whole + (isWhole ? "" : ".\(rest)")
        }
    }
#endif
