// The events that every contestant stores: the same bytes in C and in Python (contestants/python/events.py).
//
// Event number p of a log over R rooms belongs to room p % R + 1 and is version p / R + 1 of that room, so that rooms
// are interleaved as they are when they all draft at once. Its record begins as a record of the ledger does:
//
//      0  u16 x 4   SBE message header: blockLength, templateId (1 tick, 2 pick), schemaId, version
//      8  u64       stream: the room
//     16  u32       version
//     20  u64       previous: p - R, or all ones at version 1
//     28  i64       recordedAt, microseconds
//     36  u16       pick number            38  u16  player            40  u8  seat
//     41  ...       filler that does not compress, as identifiers and times do not
//
// Shapes: `tick` 48 bytes, `pick` 96 bytes, `draft` one pick in every 13 events of a room and ticks between (as in a
// fast draft), `wide` the same mixture with every event at 200 bytes, the size for which competitors publish figures.
// Little-endian hosts only, as all the platforms of the product are.

#pragma once

#include <stdint.h>
#include <stdbool.h>
#include <string.h>

enum { recordHeaderEnd = 36, largestRecord = 200, fillerSize = 65536 };

typedef enum { shapeTick, shapePick, shapeDraft, shapeWide } Shape;

typedef struct {
    Shape shape;
    uint64_t rooms;
    uint64_t next;  // the number of the event that comes next
    uint64_t step;  // 1 for the whole log, `rooms` for the events of one room
    const uint8_t *filler;
} Source;

typedef struct {
    uint64_t room;
    uint32_t version;
    uint32_t length;
    uint8_t bytes[largestRecord];
} Event;

// 64 KiB from SplitMix64 with seed 0: longer than the window of the compressors that stores use.
const uint8_t *filler_bytes(void);

static inline bool event_is_pick(Shape shape, uint32_t version) {
    return shape == shapePick || (shape != shapeTick && version % 13 == 0);
}

static inline void source_next(Source *source, Event *event) {
    uint64_t number = source->next;
    source->next += source->step;
    event->room = number % source->rooms + 1;
    event->version = (uint32_t)(number / source->rooms) + 1;
    bool pick = event_is_pick(source->shape, event->version);
    event->length = source->shape == shapeWide ? 200 : pick ? 96 : 48;

    uint16_t header[4] = {(uint16_t)(event->length - 8), pick ? 2 : 1, 1, 1};
    uint64_t previous = event->version == 1 ? UINT64_MAX : number - source->rooms;
    int64_t recordedAt = 1700000000000000 + (int64_t)number * 8;
    uint16_t pickNumber = (uint16_t)((event->version / 13) % 216 + 1);
    uint16_t player = (uint16_t)((number * 7 + event->version) % 1000);
    memcpy(event->bytes, header, 8);
    memcpy(event->bytes + 8, &event->room, 8);
    memcpy(event->bytes + 16, &event->version, 4);
    memcpy(event->bytes + 20, &previous, 8);
    memcpy(event->bytes + 28, &recordedAt, 8);
    memcpy(event->bytes + 36, &pickNumber, 2);
    memcpy(event->bytes + 38, &player, 2);
    event->bytes[40] = (uint8_t)(pickNumber % 12);
    const uint8_t *filler = source->filler + (number * largestRecord) % (fillerSize - largestRecord);
    memcpy(event->bytes + 41, filler, event->length - 41);
}

// The state that replay keeps for each room. Its sum over rooms does not depend on the order of folding, so the
// work can be split in any way and still be compared between contestants.
typedef struct {
    uint64_t events;
    uint64_t picks;
    uint64_t players;
} Room;

static inline void fold_record(Room *rooms, const uint8_t *record) {
    uint16_t template, player;
    uint64_t stream;
    memcpy(&template, record + 2, 2);
    memcpy(&stream, record + 8, 8);
    Room *room = &rooms[stream];
    room->events += 1;
    if (template == 2) {
        memcpy(&player, record + 38, 2);
        room->picks += 1;
        room->players += player;
    }
}

static inline uint64_t rooms_check(const Room *rooms, uint64_t count) {
    uint64_t check = 0;
    for (uint64_t room = 1; room <= count; room++) {
        check += room * (rooms[room].events + rooms[room].picks * 1000003 + rooms[room].players);
    }
    return check;
}
