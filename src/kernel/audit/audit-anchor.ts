import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listAuditHeads, type AnchoredHeads, type AuditHead } from './store/audit-log';
import type { Db } from '../../platform/postgres/connect';
import type { Logger } from '../../platform/observe/log';
import type { Metrics } from '../../platform/observe/metrics';
import type { Vault } from '../../platform/crypto/vault';

/** Stores a line outside the database. */
export type AnchorSink = (line: string) => Promise<void>;

/** Heads per line, so that a line fits in a syslog datagram. */
const HEADS_PER_LINE = 10;
const SEALED_AS = 'audit.anchor';

/** Sealing requires ENCRYPTION_KEYS, so the sealed digest is the signature of the line. */
const digestOf = (at: string, heads: readonly (readonly [string, number, string])[]): string =>
  createHash('sha256')
    .update(JSON.stringify([at, heads]))
    .digest('base64');

/**
 * Exports the signed heads of the audit logs that have changed since the last call, all of them on
 * the first call. A call repeats what a sink rejected before.
 */
export function createAnchors(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  sinks: readonly AnchorSink[],
): () => Promise<void> {
  const exported = new Map<string, number>();
  return async () => {
    const heads = (await listAuditHeads(db)).filter(
      ({ scope, number }) => number > (exported.get(scope) ?? 0),
    );
    for (let from = 0; from < heads.length; from += HEADS_PER_LINE) {
      const part = heads.slice(from, from + HEADS_PER_LINE);
      const line = lineOf(vault, part);
      for (const sink of sinks) await sink(line);
      for (const { scope, number } of part) exported.set(scope, number);
    }
  };
}

function lineOf(vault: Vault, part: readonly AuditHead[]): string {
  const at = new Date().toISOString();
  const heads = part.map(({ scope, number, code }) => [scope, number, code] as const);
  return JSON.stringify({ at, heads, proof: vault.seal(digestOf(at, heads), SEALED_AS) });
}

/** Exports at an interval and once more on close. Failures are logged. */
export function startAnchoring(
  deps: {
    readonly db: Db;
    readonly vault: Vault;
    readonly log: Logger;
    readonly metrics: Pick<Metrics, 'auditAnchored'>;
  },
  sinks: readonly AnchorSink[],
  everyMs: number,
): { close(): Promise<void> } {
  if (sinks.length === 0) return { close: () => Promise.resolve() };
  const anchor = createAnchors(deps, sinks);
  let running = Promise.resolve();
  const next = () => {
    running = running
      .then(anchor)
      .then(() => deps.metrics.auditAnchored.setToCurrentTime())
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'audit log heads not exported');
      });
  };
  next();
  const timer = setInterval(next, everyMs);
  return {
    async close() {
      clearInterval(timer);
      next();
      await running;
    },
  };
}

const anchorLine = z.object({
  at: z.string(),
  heads: z.array(z.tuple([z.string(), z.int().positive(), z.string()])),
  proof: z.string(),
});

/**
 * Reads exported heads. Lines may have a prefix, such as that of syslog. `unproven` has the numbers
 * of the lines whose signature is missing or invalid.
 */
export function readAnchors(
  vault: Vault,
  text: string,
): { readonly heads: AnchoredHeads; readonly unproven: readonly number[] } {
  const heads = new Map<string, Map<number, string>>();
  const unproven: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const anchor = provenLine(vault, line);
    if (anchor === null) unproven.push(index + 1);
    for (const [scope, number, code] of anchor?.heads ?? []) {
      const known = heads.get(scope) ?? new Map<number, string>();
      heads.set(scope, known.set(number, code));
    }
  }
  return { heads, unproven };
}

function provenLine(vault: Vault, line: string): z.output<typeof anchorLine> | null {
  try {
    const parsed = anchorLine.parse(JSON.parse(line.slice(line.indexOf('{'))));
    const digest = vault.open(parsed.proof, SEALED_AS);
    return digest === digestOf(parsed.at, parsed.heads) ? parsed : null;
  } catch {
    // A line that is not JSON, has another format, or is sealed with another key is unproven.
    return null;
  }
}
