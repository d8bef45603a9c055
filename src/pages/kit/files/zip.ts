import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

const VERSION = 20;
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: a file does not say when it was made. */
const DAY = 0x21;

/**
 * A ZIP archive, entry by entry, up to 4 GiB. An entry is read while the archive is: neither its
 * content nor its size has to be known before.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const head = { name: Buffer.from(name), at: offset, crc: 0, size: 0, deflated: 0 };
    const local = Buffer.concat([numbers([4, 0x04034b50]), factsOf(head, true), head.name]);
    yield local;
    const deflate = createDeflateRaw();
    // A failure of the content destroys the stream, whose reader throws it.
    pipeline(Readable.from(counted(content, head)), deflate, () => undefined);
    for await (const part of deflate as AsyncIterable<Buffer>) {
      head.deflated += part.length;
      yield part;
    }
    const { crc, deflated, size } = head;
    const sizes = numbers([4, 0x08074b50], [4, crc], [4, deflated], [4, size]);
    yield sizes;
    offset += local.length + deflated + sizes.length;
    directory.push(
      numbers([4, 0x02014b50], [2, VERSION]),
      factsOf(head, false),
      // No comment, first disk, no attributes.
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, head.at]),
      head.name,
    );
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 4;
  yield Buffer.concat([
    central,
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    numbers([4, central.length], [4, offset], [2, 0]),
  ]);
}

interface Head {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  size: number;
  deflated: number;
}

/** The fields that both headers of an entry have; the first one stands before the content. */
const factsOf = ({ name, crc, deflated, size }: Head, isLocal: boolean): Buffer =>
  numbers(
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DAY],
    [4, isLocal ? 0 : crc],
    [4, isLocal ? 0 : deflated],
    [4, isLocal ? 0 : size],
    [2, name.length],
    [2, 0],
  );

async function* counted(content: ZipEntry['content'], head: Head) {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    head.crc = crc32(bytes, head.crc);
    head.size += bytes.length;
    yield bytes;
  }
}

/** Little-endian. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
