"""HTTP/1.1 on the wire, so that a client can stop at any byte."""

import asyncio
import json
from dataclasses import dataclass


class Gone(Exception):
    """The server is not there, has hung up, or has not answered in time."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def request(method: str, path: str, token: str | None = None, body: bytes | None = None, **headers: str) -> bytes:
    """The bytes of a request; underscores in the names of headers are dashes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines + ["", ""]).encode() + (body or b"")


class Connection:
    """One connection, kept from one request to the next. Whatever breaks is `Gone`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, within: float = 10, host: str = "127.0.0.1") -> "Connection":
        try:
            return cls(*await asyncio.wait_for(asyncio.open_connection(host, port, limit=1 << 24), within))
        except (OSError, TimeoutError) as error:
            raise Gone(str(error)) from error

    async def send(self, data: bytes) -> None:
        try:
            self.writer.write(data)
            await self.writer.drain()
        except OSError as error:
            raise Gone(str(error)) from error

    async def head(self) -> tuple[int, dict[str, str]]:
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = text.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return int(first.split(" ")[1]), headers

    async def chunk(self) -> bytes:
        """The next piece of a chunked body; empty at its end."""
        size = int((await self.reader.readline()).split(b";")[0] or b"0", 16)
        data = await self.reader.readexactly(size + 2)
        return data[:-2]

    async def answer(self, within: float = 10, method: str = "GET") -> Answer:
        try:
            async with asyncio.timeout(within):
                status, headers = await self.head()
                body = b""
                if method == "HEAD" or status in (204, 304):
                    pass
                elif headers.get("transfer-encoding") == "chunked":
                    while piece := await self.chunk():
                        body += piece
                else:
                    body = await self.reader.readexactly(int(headers.get("content-length", "0")))
                return Answer(status, headers, body)
        except (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Gone(f"{type(error).__name__} {error}") from error

    async def ask(self, data: bytes, within: float = 10) -> Answer:
        await self.send(data)
        return await self.answer(within)

    def close(self) -> None:
        self.writer.transport.abort()


async def ask(port: int, method: str, path: str, token: str | None = None, body=None, within: float = 10, **headers):
    """One request on a connection of its own; a body is sent as JSON."""
    connection = await Connection.open(port, within)
    try:
        data = None if body is None else json.dumps(body).encode()
        return await connection.ask(request(method, path, token, data, **headers), within)
    finally:
        connection.close()


@dataclass
class Frame:
    """A server-sent event."""

    name: str
    id: int | None
    data: str


async def frames(
        port: int, path: str, token: str, last: int | None = None, silence: float = 40, host: str = "127.0.0.1",
        **headers: str):
    """The frames of a stream until it ends; raises `Gone` if it breaks or is silent for `silence` seconds."""
    connection = await Connection.open(port, host=host)
    try:
        await connection.send(
            request("GET", path, token, **headers, **({} if last is None else {"Last_Event_ID": str(last)})))
        async with asyncio.timeout(silence):
            status, headers = await connection.head()
        if status != 200:
            raise Refused(status, await connection.reader.read(4_096))
        text = b""
        while True:
            async with asyncio.timeout(silence):
                piece = await connection.chunk()
            if not piece:
                return
            *blocks, text = (text + piece).split(b"\n\n")
            for block in blocks:
                frame = Frame("", None, "")
                for line in block.decode().split("\n"):
                    name, _, value = line.partition(":")
                    value = value.removeprefix(" ")
                    if name == "id":
                        frame.id = int(value)
                    elif name == "event":
                        frame.name = value
                    elif name == "data":
                        frame.data = value
                yield frame
    except (OSError, EOFError, TimeoutError, ValueError) as error:
        raise Gone(f"{type(error).__name__} {error}") from error
    finally:
        connection.close()


class Refused(Exception):
    """A stream that was not begun, with its status and the beginning of the answer."""
