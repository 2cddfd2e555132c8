/* Lets a test move a program's clocks forth, as if that time had passed: preloaded, with the file that MOEUM_TEST_CLOCK names
   holding the seconds as a 64-bit integer. Points in time that the program waits for are moved back for the system. libfaketime
   does the like, but changes the environment's address, beside which Swift looks for a program's arguments. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *seconds;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("MOEUM_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) seconds = page;
    close(file);
}

static int64_t moved(void) { return seconds ? *seconds : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID) time->tv_sec += moved();
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

/* A point in time by the moved clock, as the system knows it; one that has passed is now. */
static struct timespec unmoved(const struct timespec *time) {
    struct timespec result = *time;
    if (result.tv_sec == 0 && result.tv_nsec == 0) return result;
    result.tv_sec -= moved();
    if (result.tv_sec < 0) result = (struct timespec){0, 1};
    return result;
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct itimerspec value = *new;
    if (flags & TFD_TIMER_ABSTIME) value.it_value = unmoved(&new->it_value);
    return (int)syscall(SYS_timerfd_settime, file, flags, &value, old);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time) {
    static int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    /* On x86-64 there is an older one of this name, for conditions of another shape. */
    if (!next) next = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!next) next = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec end = unmoved(time);
    return next(condition, mutex, &end);
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict time) {
    static int (*next)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
    struct timespec end = unmoved(time);
    return next(condition, mutex, clock, &end);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
    static int (*next)(sem_t *, const struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec end = unmoved(time);
    return next(semaphore, &end);
}
