import { missing, type Check, type Group, type Kit } from '../check';
import { changed, rawAmounts, satangIn, textWith } from '../json';
import { isCreation, kindOf, performAt, type Result } from '../perform';
import type { Answer, Call, Case, Received } from '../subject';
import { answerTo } from '../upstream';

type Find = Case & { readonly call: Extract<Call, { method: 'find' }> };

export const inquiries: Group = {
  title: 'inquiries',
  checks(kit) {
    const found = kit.subject.cases.filter((one): one is Find => one.call.method === 'find');
    const missingOnes = found.filter(({ outcome }) => isKind(outcome, 'not_found'));
    return [
      ...windows(kit, missingOnes),
      ...wrongClocks(kit, missingOnes),
      ...kit.subject.cases.filter(({ states }) => states !== undefined).flatMap(stated(kit)),
      ...demanded(kit),
    ];
  },
};

const isKind = (outcome: unknown, kind: string): boolean =>
  typeof outcome === 'object' && outcome !== null && 'kind' in outcome && outcome.kind === kind;

/** Each kind that can be found needs a case that states amount and order. */
function demanded({ connector, subject }: Kit): Check[] {
  const { inquiry, windowSettlesMs } = connector.traits;
  const needed = Object.entries(inquiry).filter(([, by]) => by !== 'none');
  const states = needed.flatMap(([kind]) => {
    const shown = subject.cases.filter(
      ({ call, outcome }) =>
        call.method === 'find' && call.input.kind === kind && isKind(outcome, 'succeeded'),
    );
    const isStated = shown.some(({ states: all }) => all?.amount && all.order);
    return isStated ? [] : [missing(`${kind} that is found with its amount and order`)];
  });
  const isWindow = subject.cases.some(({ outcome }) => isKind(outcome, 'not_found'));
  return windowSettlesMs > 0 && !isWindow ? [...states, missing('case not_found')] : states;
}

/** `not_found` only after the time in which a list may be incomplete. */
function windows(kit: Kit, cases: readonly Find[]): Check[] {
  const { inquiry, windowSettlesMs } = kit.connector.traits;
  const inWindows = cases.filter(({ call }) => inquiry[call.input.kind] === 'window');
  return inWindows.map((one) => ({
    title: `"${one.title}" holds from ${windowSettlesMs} ms after the call`,
    async run() {
      const kinds: (readonly [number, string])[] = [];
      for (const ms of [0, windowSettlesMs / 2, windowSettlesMs - 1_000, windowSettlesMs + 1_000]) {
        const createdAt = new Date(kit.subject.now.getTime() - ms);
        const input = { ...one.call.input, createdAt, sentForMs: ms };
        // The dates of the requests differ from the recorded ones; the answers stay.
        const { result } = await performAt(kit, { ...one.call, input }, one);
        kinds.push([ms, kindOf(result)]);
      }
      const early = kinds.slice(0, 3).filter(([, kind]) => kind === 'not_found');
      expect(early).toEqual([]);
      expect(kinds.at(-1)?.[1]).toBe('not_found');
    },
  }));
}

/** A worker with a wrong clock denies no call that has just ended. */
function wrongClocks(kit: Kit, cases: readonly Find[]): Check[] {
  return cases.map((one) => ({
    title: `"${one.title}" does not hold by a clock that is an hour ahead`,
    async run() {
      const call = { ...one.call, input: { ...one.call.input, sentForMs: 0 } };
      const now = new Date(kit.subject.now.getTime() + 3_600_000);
      const ahead = { ...kit, subject: { ...kit.subject, now } };
      const [right, wrong] = [await performAt(kit, call, one), await performAt(ahead, call, one)];
      // Some providers know at once what a call created.
      if (kindOf(right.result) !== 'not_found') expect(kindOf(wrong.result)).not.toBe('not_found');
    },
  }));
}

/** Changes of what an answer states. */
const stated =
  (kit: Kit) =>
  (one: Case): Check[] => {
    const { amount, currency, livemode, order } = one.states ?? {};
    const otherwise = isCreation(one.call) ? 'unknown' : 'unreachable';
    const rejects = (
      fact: string,
      place: string | undefined,
      change: (old: unknown) => unknown,
      allowed: readonly string[] = [otherwise],
    ) =>
      place === undefined
        ? []
        : [
            {
              title: `"${one.title}" with ${fact} is ${allowed.join(' or ')}`,
              async run() {
                const { result } = await performAt(kit, one.call, {
                  exchanges: withLast(one, (json) => JSON.stringify(changed(json, place, change))),
                });
                expect(allowed).toContain(kindOf(result));
              },
            },
          ];
    return [
      ...rejects('another currency', currency, (old) => otherCurrency(old)),
      ...rejects('the other mode', livemode, (old) => !old),
      // A list without the order is complete.
      ...rejects(
        'another order',
        order,
        (old) => `${String(old).slice(0, -1)}Z`,
        isCreation(one.call) ? [otherwise] : [otherwise, 'waiting', 'not_found'],
      ),
      ...(amount === undefined ? [] : [exactAmounts(kit, one, amount)]),
    ];
  };

/** In the form of the upstream: a code of letters or digits. */
export function otherCurrency(old: unknown): string {
  const code = String(old);
  if (/^\d+$/.test(code)) return '840';
  return code === code.toUpperCase() ? 'USD' : 'usd';
}

function exactAmounts(
  kit: Kit,
  one: Case,
  { at, unit }: { readonly at: string; readonly unit: 'baht' | 'satang' },
): Check {
  return {
    title: `"${one.title}" with another amount states exactly it or no money`,
    async run() {
      const wrong: object[] = [];
      for (const raw of rawAmounts) {
        const exchanges = withLast(one, (json) => textWith(json, at, raw));
        const { result } = await performAt(kit, one.call, { exchanges });
        const stands = satangIn(raw, unit);
        const isExact = amountsIn(result).every((satang) => satang === stands && satang > 0);
        // A creation asked for its own amount.
        const isAccepted = isCreation(one.call) && ['accepted', 'opened'].includes(kindOf(result));
        if (!isExact || isAccepted) wrong.push({ raw, result });
      }
      expect(wrong).toEqual([]);
    },
  };
}

/** The amounts that a result states. */
export function amountsIn(result: Result): number[] {
  if (typeof result === 'string') return [];
  if ('amountSatang' in result) return [Number(result.amountSatang)];
  if (!('movements' in result) || !Array.isArray(result.movements)) return [];
  return result.movements.map((movement: { amountSatang: number }) => movement.amountSatang);
}

/** The exchanges with another text of the last answer. */
function withLast({ exchanges }: Case, textOf: (json: unknown) => string) {
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('no exchange');
  const answer = (request: Received): Answer => {
    const { status, json } = answerTo(last, request);
    return { status, bytes: Buffer.from(textOf(json)) };
  };
  return [...exchanges.slice(0, -1), { ...last, answer }];
}
