import { execFile } from 'node:child_process';
import type { EncryptionKey } from '../../config';
import { createVault } from './vault';

/** Wraps the data keys, which seal the values. A wrapped key names its master key in its prefix. */
export interface MasterKey {
  /** ENCRYPTION_KEYS, which open values from before the first data key. */
  readonly ring: readonly EncryptionKey[];
  /** The prefix of data keys wrapped with the current master key. */
  readonly mark: string;
  /** Throws when ENCRYPTION_KEY_COMMAND fails. */
  wrap(dataKey: Buffer): Promise<string>;
  /** Throws when the command fails, the wrapped key was altered, or its master key is missing. */
  unwrap(wrapped: string): Promise<Buffer>;
}

const SEALED_AS = 'data_keys.key';
/** No id of ENCRYPTION_KEYS contains a period. */
const COMMAND_MARK = 'kms.:';
const COMMAND_TIMEOUT_MS = 10_000;
const COMMAND_OUTPUT_BYTES_MAX = 16_384;

/** With a command, the command wraps; otherwise the first key of the ring does. */
export function createMasterKey(
  ring: readonly EncryptionKey[],
  command: readonly string[] | null,
): MasterKey {
  const vault = ring.length > 0 ? createVault(ring) : null;

  async function unwrap(wrapped: string): Promise<Buffer> {
    if (!wrapped.startsWith(COMMAND_MARK)) {
      if (vault === null) throw new Error('a data key is wrapped with a key of ENCRYPTION_KEYS');
      return Buffer.from(vault.open(wrapped, SEALED_AS), 'base64');
    }
    if (command === null) throw new Error('a data key is wrapped by ENCRYPTION_KEY_COMMAND');
    const key = await runKeyCommand(command, 'unwrap', wrapped.slice(COMMAND_MARK.length));
    return Buffer.from(key, 'base64');
  }

  if (command !== null) {
    return {
      ring,
      mark: COMMAND_MARK,
      unwrap,
      wrap: async (dataKey) =>
        COMMAND_MARK + (await runKeyCommand(command, 'wrap', dataKey.toString('base64'))),
    };
  }
  if (vault === null) throw new Error('ENCRYPTION_KEYS: at least one key is needed');
  return {
    ring,
    mark: vault.mark,
    unwrap,
    wrap: (dataKey) => Promise.resolve(vault.seal(dataKey.toString('base64'), SEALED_AS)),
  };
}

/**
 * Runs the command without a shell, with `wrap` or `unwrap` as its last argument and one line on
 * its standard input. Returns its one line of output. Errors contain no input or output.
 */
function runKeyCommand(
  [program = '', ...args]: readonly string[],
  act: 'wrap' | 'unwrap',
  line: string,
): Promise<string> {
  const limits = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: COMMAND_OUTPUT_BYTES_MAX };
  return new Promise((resolve, reject) => {
    const child = execFile(program, [...args, act], limits, (error, out) => {
      const answer = out.trim();
      if (error === null && /^[\x21-\x7e]+$/.test(answer)) resolve(answer);
      else reject(new Error(`ENCRYPTION_KEY_COMMAND ${act}: ${faultOf(error)}`));
    });
    // A command that exits without reading its input is reported by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${line}\n`);
  });
}

function faultOf(error: (Error & { code?: unknown; killed?: boolean }) | null): string {
  if (error === null) return 'the output is not one line of printable characters';
  if (error.killed === true) return `no answer within ${COMMAND_TIMEOUT_MS / 1000} seconds`;
  return typeof error.code === 'number' ? `exit code ${error.code}` : `${String(error.code)}`;
}
