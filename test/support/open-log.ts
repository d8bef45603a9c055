import { Writable } from 'node:stream';
import { pino } from 'pino';

/** A logger without redaction, so that a test sees every field that is passed to it. */
export function openLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const parsed = () => lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  return { log: pino({ level: 'trace' }, sink), lines, parsed };
}
