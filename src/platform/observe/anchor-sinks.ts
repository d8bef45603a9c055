import { createSocket } from 'node:dgram';
import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Only the file's owner may read it. */
export const fileSink =
  (file: string) =>
  (line: string): Promise<void> =>
    appendFile(file, `${line}\n`, { mode: 0o600 });

/** Facility 13, log audit; severity 6, informational. */
const PRIORITY = 13 * 8 + 6;

/** By UDP (RFC 5424, RFC 5426). */
export const syslogSink = (address: string) => (line: string) => {
  const { hostname: host, port } = new URL(address);
  const at = new Date().toISOString();
  const text = `<${PRIORITY}>1 ${at} ${hostname()} saphan ${process.pid} audit-anchor - ${line}`;
  const name = host.replace(/^\[|\]$/g, '');
  const socket = createSocket(name.includes(':') ? 'udp6' : 'udp4');
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.send(text, Number(port || '514'), name, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  }).finally(() => socket.close());
};
