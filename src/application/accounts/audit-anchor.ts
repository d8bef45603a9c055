import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listAuditHeads } from '../../db/accounts/audit-log';
import type { AnchoredHeads, AuditHead } from '../../db/accounts/audit-log';
import type { Db } from '../../db/postgres/connect';
import type { Logger } from '../../lib/log';
import type { Vault } from '../../lib/vault';

/** Takes one line for keeps, outside of the database. */
export type AnchorSink = (line: string) => Promise<void>;

/** As many heads as a syslog datagram carries. */
const HEADS_PER_LINE = 10;
const SEALED_AS = 'audit.anchor';

/** Only who has ENCRYPTION_KEYS can seal the digest, so the seal is the signature of the line. */
const digestOf = (at: string, heads: readonly (readonly [string, number, string])[]): string =>
  createHash('sha256')
    .update(JSON.stringify([at, heads]))
    .digest('base64');

/**
 * Exports the heads of the audit logs that have changed since the last call, signed. A process that
 * starts exports all of them. What a sink refuses is exported again by the next call.
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

/** Exports at an interval until it is closed, and once more then. A failure is logged. */
export function keepAnchoring(
  deps: { readonly db: Db; readonly vault: Vault; readonly log: Logger },
  sinks: readonly AnchorSink[],
  everyMs: number,
): { close(): Promise<void> } {
  if (sinks.length === 0) return { close: () => Promise.resolve() };
  const anchor = createAnchors(deps, sinks);
  let running = Promise.resolve();
  const next = () => {
    running = running.then(anchor).catch((error: unknown) => {
      deps.log.error({ err: error }, 'the heads of the audit logs were not exported');
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
 * The heads in exported lines. A line may have a prefix, as that of a syslog. Lines that are not
 * ours, or were altered, are counted by their number.
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
    // Not JSON, not a line of ours, or sealed by another key: in no case proven.
    return null;
  }
}
