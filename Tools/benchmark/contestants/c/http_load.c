// A client that asks an HTTP/1.1 server as fast as it answers, over CONNECTIONS connections with one request each.
//
//     http_load PORT CONNECTIONS SECONDS FILE [again]
//
// FILE holds scripts: their number, and of each the number of its requests, and of each request its length and bytes
// (numbers are 32 bits, in this machine's byte order). A connection takes the next script that is free and sends
// its requests one after the other, each when the one before it is answered. Ends when all scripts have been sent, or the
// seconds are over; with `again` it restarts with the first script until then. Prints a line of JSON.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { bufferSize = 1 << 20, mostLatencies = 20000000 };

typedef struct {
    int socket;
    const uint8_t *next;   // the length of the request that is next in the script
    uint32_t left;         // requests of the script
    uint64_t sentAt;
    char *buffer;
    size_t filled;
} Connection;

static const uint8_t **scripts;
static uint32_t scriptCount, taken;
static bool again;
static uint32_t *latencies;  // microseconds
static uint64_t answered, refused;
static int firstRefusal;

static void fail(const char *what) {
    fprintf(stderr, "http_load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static uint32_t number(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void load(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail(path);
    const uint8_t *at = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (at == MAP_FAILED) fail(path);
    scriptCount = number(at);
    scripts = calloc(scriptCount, sizeof *scripts);
    at += 4;
    for (uint32_t script = 0; script < scriptCount; script++) {
        scripts[script] = at;
        uint32_t requests = number(at);
        at += 4;
        for (uint32_t request = 0; request < requests; request++) at += 4 + number(at);
    }
}

// Whether there is another request to send; sends it.
static bool sendNext(Connection *connection) {
    if (connection->left == 0) {
        if (taken == scriptCount && again) taken = 0;
        if (taken == scriptCount) return false;
        connection->next = scripts[taken++];
        connection->left = number(connection->next);
        connection->next += 4;
    }
    uint32_t length = number(connection->next);
    const uint8_t *bytes = connection->next + 4;
    connection->sentAt = now();
    for (uint32_t sent = 0; sent < length;) {
        ssize_t count = write(connection->socket, bytes + sent, length - sent);
        if (count < 0 && errno != EAGAIN) fail("write");
        if (count > 0) sent += count;
    }
    connection->next = bytes + length;
    connection->left--;
    return true;
}

// Whether the answer is whole.
static bool receive(Connection *connection) {
    ssize_t count = read(connection->socket, connection->buffer + connection->filled, bufferSize - connection->filled - 1);
    if (count == 0) errno = ECONNRESET;
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) fail("read");
    connection->filled += count;
    connection->buffer[connection->filled] = 0;
    const char *end = strstr(connection->buffer, "\r\n\r\n");
    if (!end) return false;
    const char *field = strcasestr(connection->buffer, "\r\ncontent-length:");
    size_t length = field && field < end ? strtoul(field + 17, NULL, 10) : 0;
    const char *coding = strcasestr(connection->buffer, "\r\ntransfer-encoding: chunked");
    if (coding && coding < end) {
        // No answer has trailers, so the last chunk is the end.
        if (connection->filled < (size_t)(end + 9 - connection->buffer)) return false;
        if (memcmp(connection->buffer + connection->filled - 6, "\n0\r\n\r\n", 6) != 0) return false;
    } else if (connection->filled < (size_t)(end + 4 - connection->buffer) + length) {
        return false;
    }
    int status = atoi(connection->buffer + 9);
    if (status != 200 && refused++ == 0) {
        firstRefusal = status;
        fprintf(stderr, "%.*s\n", (int)(connection->filled > 900 ? 900 : connection->filled), connection->buffer);
    }
    if (answered < mostLatencies) latencies[answered] = now() - connection->sentAt;
    answered++;
    connection->filled = 0;
    return true;
}

static int compare(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return a < b ? -1 : a > b;
}

static double quantile(double part) {
    return answered ? latencies[(uint64_t)((answered - 1) * part)] / 1000.0 : 0;
}

int main(int count, char **words) {
    if (count < 5) {
        fprintf(stderr, "http_load PORT CONNECTIONS SECONDS FILE [again]\n");
        return 64;
    }
    int connections = atoi(words[2]);
    double seconds = atof(words[3]);
    load(words[4]);
    again = count > 5;
    latencies = malloc(sizeof *latencies * mostLatencies);
    int poll = epoll_create1(0), active = 0;
    Connection *all = calloc(connections, sizeof *all);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int index = 0; index < connections; index++) {
        Connection *one = &all[index];
        one->socket = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(one->socket, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
        setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        fcntl(one->socket, F_SETFL, O_NONBLOCK);
        one->buffer = malloc(bufferSize);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, one->socket, &event) != 0) fail("epoll_ctl");
    }
    uint64_t began = now(), end = began + (uint64_t)(seconds * 1000000);
    for (int index = 0; index < connections; index++) active += sendNext(&all[index]);
    uint64_t last = began;
    while (active > 0) {
        struct epoll_event events[256];
        int ready = epoll_wait(poll, events, 256, 10000);
        if (ready == 0) errno = ETIMEDOUT;
        if (ready <= 0) fail("epoll_wait");
        for (int index = 0; index < ready; index++) {
            Connection *one = events[index].data.ptr;
            if (!receive(one)) continue;
            last = now();
            if (last >= end || !sendNext(one)) active--;
        }
    }
    uint64_t kept = answered < mostLatencies ? answered : mostLatencies;
    qsort(latencies, kept, sizeof *latencies, compare);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double processor = used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("{\"requests\": %llu, \"refused\": %llu, \"firstRefusal\": %d, \"seconds\": %.6f, \"p50\": %.3f, \"p99\": %.3f, "
           "\"p999\": %.3f, \"longest\": %.3f, \"processor\": %.3f}\n",
           (unsigned long long)answered, (unsigned long long)refused, firstRefusal, (last - began) / 1e6, quantile(0.5),
           quantile(0.99), quantile(0.999), quantile(1), processor);
    return 0;
}
