"""Decodes records by the schema: fixed fields and groups with the library `sbe`, texts by the standard's own rule.

The library knows no variable-length data. So the messages that it gets to see end with their groups, and what follows
is taken apart here: a length of 16 bits, then as many bytes of UTF-8, one text after the other to the record's end. A
`warrant`, the last of all, is bytes and not text: it stays hexadecimal digits.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import sbe

HEADER = struct.Struct("<HHHH")
GROUP_SIZE = struct.Struct("<HH")
TEXT_LENGTH = struct.Struct("<H")


class Unreadable(Exception):
    """Why a record is not what the schema says."""


@dataclass(frozen=True)
class Record:
    type: str
    values: dict

    @property
    def header(self) -> dict:
        return self.values["recordHeader"]


@dataclass(frozen=True)
class Layout:
    """How the records of one template with one length of block are laid out."""

    schema: sbe.Schema
    groups: int
    # Whether each is UTF-8, by name.
    texts: dict[str, bool]
    enumerations: list[tuple[str, ...]]


class Decoder:
    def __init__(self, schema: Path) -> None:
        with open(schema, encoding="utf-8") as file:
            self._schema = sbe.Schema.parse(file)
        self._id = int(self._schema.id)
        self._since = since_versions(schema)
        sizes = self._schema.types["groupSizeEncoding"].types
        if [(one.name, one.primitiveType) for one in sizes] != [
            ("blockLength", sbe.PrimitiveType.UINT16), ("numInGroup", sbe.PrimitiveType.UINT16)
        ]:
            raise Unreadable("groupSizeEncoding is not two uint16, blockLength and numInGroup")
        self._layouts: dict[tuple[int, int, int], Layout] = {}

    def decode(self, record) -> Record:
        """Every field of a record by name; null is None, an enumeration its name, a group a list.

        Raises Unreadable when a byte is missing, left over, or not what the schema says.
        """
        if len(record) < HEADER.size:
            raise Unreadable(f"{len(record)} bytes are too few for a message header")
        block_length, template, schema, version = HEADER.unpack_from(record)
        if schema != self._id:
            raise Unreadable(f"schema {schema}, expected {self._id}")
        layout = self._layouts.get((template, block_length, version)) or self._lay_out(template, block_length, version)
        try:
            message = layout.schema.decode(record)
        except (struct.error, AssertionError, ValueError) as error:
            raise Unreadable(f"sbe cannot decode it: {error or type(error).__name__}") from error
        values = message.value
        for path in layout.enumerations:
            require_names(values, path)
        self._read_texts(record, self._skip_groups(record, HEADER.size + block_length, layout.groups), layout, values,
                         isOld=version < self._newest(template))
        return Record(message.message_name, values)

    def types(self, message: str) -> dict:
        """The fields of a message and their types by name; a group is a dictionary of its own."""
        fields = next(one.fields for one in self._schema.messages.values() if one.name == message)
        return type_names(fields)

    def appendices(self, message: str) -> list[str]:
        """The fields of a message that came with a later version of it."""
        template = next(one.id for one in self._schema.messages.values() if one.name == message)
        return list(self._since.get(int(template), {}))

    def _lay_out(self, template: int, block_length: int, version: int) -> Layout:
        known = self._schema.messages.get(template)
        if known is None:
            raise Unreadable(f"no message of the schema has the template id {template}")
        fixed, groups, texts, end = [], [], {}, 0
        for field in known.fields:
            if self._since.get(template, {}).get(field.name, 0) > version:
                continue
            if isinstance(field, sbe.Group):
                groups.append(field)
            elif is_text(field.type):
                texts[field.name] = field.type.name != "varDataEncoding"
            else:
                end += size_of(field.type)
                if end <= block_length:
                    fixed.append(field)
        # Fields are only ever added at a block's end, so a shorter block is an older one, and nothing else.
        if block_length < end and version >= self._newest(template):
            raise Unreadable(f"a {known.name} has a block of {block_length} bytes, expected {end}")
        message = sbe.Message(known.name, known.id, fields=fixed + groups)
        schema = sbe.Schema(
            self._schema.id, self._schema.version, types=self._schema.types, messages={template: message},
            header_type_name=self._schema.header_type_name)
        layout = Layout(schema, len(groups), texts, list(enumerations_of(message.fields)))
        self._layouts[template, block_length, version] = layout
        return layout

    def _newest(self, template: int) -> int:
        """The version of a template that has all of its fields."""
        return max(self._since.get(template, {}).values(), default=0)

    @staticmethod
    def _skip_groups(record, offset: int, groups: int) -> int:
        for _ in range(groups):
            block_length, count = GROUP_SIZE.unpack_from(record, offset)
            offset += GROUP_SIZE.size + block_length * count
        return offset

    @staticmethod
    def _read_texts(record, offset: int, layout: Layout, values: dict, isOld: bool) -> None:
        for name, is_utf8 in layout.texts.items():
            if isOld and not is_utf8 and offset == len(record):
                break
            if offset + TEXT_LENGTH.size > len(record):
                raise Unreadable(f"it ends before the text '{name}'")
            start = offset + TEXT_LENGTH.size
            offset = start + TEXT_LENGTH.unpack_from(record, offset)[0]
            if offset > len(record):
                raise Unreadable(f"the text '{name}' runs {offset - len(record)} bytes past the end")
            try:
                values[name] = str(record[start:offset], "utf-8") if is_utf8 else record[start:offset].hex()
            except UnicodeDecodeError as error:
                raise Unreadable(f"the text '{name}' is not UTF-8: {error.reason}") from error
        if offset != len(record):
            raise Unreadable(f"it has {len(record)} bytes, expected {offset}")


def since_versions(schema: Path) -> dict[int, dict[str, int]]:
    """By template, the fields that came with a later version of it. The library does not tell."""
    since = {}
    for message in ElementTree.parse(schema).getroot().iter():
        if message.tag.endswith("}message"):
            later = {field.get("name"): int(field.get("sinceVersion")) for field in message if field.get("sinceVersion")}
            since[int(message.get("id"))] = later
    return since


def is_text(kind) -> bool:
    return isinstance(kind, sbe.Composite) and [one.name for one in kind.types] == ["length", "varData"]


def size_of(kind) -> int:
    if isinstance(kind, sbe.Composite):
        return sum(size_of(one) for one in kind.types)
    if isinstance(kind, sbe.Type):
        return kind.length if kind.primitiveType == sbe.PrimitiveType.CHAR else sbe.FORMAT_SIZES[kind.primitiveType]
    if isinstance(kind, (sbe.Enum, sbe.Set)):
        encoding = kind.encodingType
        return size_of(encoding) if isinstance(encoding, sbe.Type) else size_of(sbe.PrimitiveType(encoding.value))
    return sbe.FORMAT_SIZES[kind]


def type_names(fields: list) -> dict:
    return {
        one.name: type_names(one.fields) if isinstance(one, sbe.Group) else getattr(one.type, "name", None)
        for one in fields
    }


def enumerations_of(fields: list, path: tuple[str, ...] = ()):
    """The paths of all fields that hold a name; the library gives None for a number that has none."""
    for field in fields:
        if isinstance(field, sbe.Group):
            yield from enumerations_of(field.fields, (*path, field.name))
        elif isinstance(field.type, sbe.Enum):
            yield (*path, field.name)


def require_names(values: dict, path: tuple[str, ...]) -> None:
    *groups, name = path
    places = [values]
    for group in groups:
        places = [entry for place in places for entry in place[group]]
    if any(place[name] is None for place in places):
        raise Unreadable(f"'{'.'.join(path)}' holds a number that the schema has no name for")
