/// For whom a task reads, an account's id: a database does one read of each at a time, so that whatever one of them stores and
/// asks for keeps no more than one reader from others. Nil for visitors and for the site's own work.
package enum ReadingAccount {
    @TaskLocal package static var current: Int64?
}
