#include <sqlite3.h>

// Swift cannot call C functions with variable arguments such as sqlite3_config.
static inline int sqlite_stop_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
