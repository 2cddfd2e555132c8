#include "build.h"

#ifndef MOEUM_COMMIT
#define MOEUM_COMMIT "unknown"
#endif

const char *moeum_commit(void) { return MOEUM_COMMIT; }
