#include <sqlite3.h>

// Swift cannot call C functions with variable arguments such as sqlite3_config.
static inline int sqlite_stop_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int sqlite_keep_savepoints_in_memory(int bytes) {
    return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}

// "text" in double quotes is a column's name alone, so that a misspelt one is an error and not a text.
static inline void sqlite_refuse_double_quoted_text(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
