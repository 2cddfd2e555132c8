import CMalloc

/// What the C library has freed but keeps for itself.
enum FreeMemory {
    /// Gives it back to the system.
    static func release() { _ = malloc_trim(0) }
}
