"""The Python library `eventsourcing` over SQLite, called at its recorder: below its aggregates and its JSON, which
would only add to its cost. Its primary key (originator, version) is the expected-version check.
"""

import os
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

import harness

PAGE = 5000
FULL = 2


def originator(room: int) -> UUID:
    return UUID(int=room)


class RecorderSession(harness.Session):
    def __init__(self, recorder: SQLiteApplicationRecorder):
        self.recorder = recorder

    def append(self, events):
        self.recorder.insert_events(
            [StoredEvent(originator(room), version, "event", data) for room, version, data in events]
        )

    def replay(self, start, end):
        # Notification ids count from 1.
        position = start + 1
        while position <= end:
            page = self.recorder.select_notifications(position, min(PAGE, end - position + 1))
            if not page:
                return
            for notification in page:
                yield notification.state
            position = page[-1].id + 1

    def stream(self, room):
        return (event.state for event in self.recorder.select_events(originator(room)))


class RecorderStore(harness.Store):
    def __init__(self, options):
        self.path = os.path.join(options.dir, "events.sqlite")
        self.datastore = self.open_datastore()
        self.recorder = SQLiteApplicationRecorder(self.datastore)
        self.recorder.create_table()
        self.owner = os.getpid()
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            if cursor.fetchone()[0] != FULL:
                raise SystemExit("SQLite is not synchronous=FULL here: its appends would not be durable")

    def open_datastore(self) -> SQLiteDatastore:
        # 64 clients wait for their turn to write rather than give up after the default of 5 seconds.
        return SQLiteDatastore(self.path, lock_timeout=30, pool_size=8, max_overflow=64, pool_timeout=30)

    def session(self):
        # A connection must not be carried over a fork.
        if os.getpid() == self.owner:
            return RecorderSession(self.recorder)
        return RecorderSession(SQLiteApplicationRecorder(self.open_datastore()))

    def count(self):
        return self.recorder.max_notification_id() or 0

    def close(self):
        self.datastore.close()


if __name__ == "__main__":
    harness.main("eventsourcing", RecorderStore)
