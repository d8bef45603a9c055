import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { closeAfterFile } from '../../support/close-after-file';

export interface NameServer {
  /** In the form of Resolver.setServers. */
  readonly server: string;
  /** The queried names, one per query. */
  readonly questions: readonly string[];
}

/** Addresses by name. A name with `null` gets no answer, an unknown name NXDOMAIN. */
export type Zone = Readonly<Record<string, readonly string[] | null>>;

const typeA = 1;
const typeAaaa = 28;

/** A DNS server on the loopback address with A and AAAA records. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    const addresses = zone[name];
    if (addresses === null) return;
    socket.send(answer(query.subarray(0, end), type, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closeAfterFile(async () => {
    socket.close();
    await once(socket, 'close');
  });
  return { server: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const matching = (addresses ?? []).filter(
    (address) => type === (isIPv6(address) ? typeAaaa : typeA),
  );
  const head = Buffer.from(question);
  // Flags: response, recursion desired and available. Code 3: NXDOMAIN.
  head.writeUInt16BE(0x8180 | (addresses === undefined ? 3 : 0), 2);
  head.writeUInt16BE(matching.length, 6);
  // No authority or additional records: the OPT record (EDNS) of the query is not copied.
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...matching.map((address) => record(type, address))]);
}

/** A record with a pointer to the question's name and a TTL of 0. */
function record(type: number, address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
