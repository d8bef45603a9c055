import type { RawCallback } from '../../../../../src/providers/connectors/connector';
import { callbackOf } from '../callback';
import { missing, type Check, type Group, type Kit } from '../check';
import { withValue } from '../json';
import { kindOf, performAt, type Result } from '../perform';
import type { Answer, Case, Received } from '../subject';
import { answerTo } from '../upstream';

/** Money that had moved and was reversed, refunded by others, disputed or returned. */
export const returns: Group = {
  title: 'returned money',
  checks: (kit) => [...documented(kit), ...contradicted(kit), ...announced(kit)],
};

const inquiryKinds = ['payment', 'payout', 'refund', 'charge'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What an outcome states besides its kind. */
function statesReturn(outcome: unknown): boolean {
  if (!isRecord(outcome)) return false;
  const { kind, reversed, movement } = outcome;
  return (
    (Array.isArray(reversed) && reversed.length > 0) || (kind === 'failed' && isRecord(movement))
  );
}

/** Each kind of inquiry has a case of a return, or the subject says that there is none. */
function documented({ connector, subject }: Kit): Check[] {
  return inquiryKinds
    .filter((kind) => connector.traits.inquiry[kind] !== 'none')
    .filter((kind) => !subject.returns.never.includes(kind))
    .flatMap((kind) => {
      const isShown = subject.cases.some(
        ({ call, outcome }) =>
          call.method === 'find' && call.input.kind === kind && statesReturn(outcome),
      );
      const isFlagged = subject.returns.flags.some(({ of }) => of.includes(kind));
      return [
        ...(isShown ? [] : [missing(`case of a ${kind} whose money was returned`)]),
        ...(isFlagged ? [] : [missing(`flag of a ${kind} whose money was returned`)]),
      ];
    });
}

/** No status is read as a plain success beside a flag that contradicts it. */
function contradicted(kit: Kit): Check[] {
  const { cases, returns: facts } = kit.subject;
  const successes = cases.filter(
    ({ call, outcome }) =>
      call.method === 'find' &&
      isRecord(outcome) &&
      outcome['kind'] === 'succeeded' &&
      !statesReturn(outcome),
  );
  return facts.flags.flatMap(({ of, at, value, object }) =>
    successes
      .filter(({ call }) => call.method === 'find' && of.includes(call.input.kind))
      .filter((one) => object === undefined || typeIn(one) === object)
      .map((one) => ({
        title: `"${one.title}" is no plain success with ${at} ${JSON.stringify(value)}`,
        async run() {
          const { result } = await performAt(kit, one.call, {
            exchanges: flagged(one, at, value),
          });
          expect([one.title, isPlainSuccess(result)]).toEqual([one.title, false]);
        },
      })),
  );
}

const isPlainSuccess = (result: Result): boolean =>
  kindOf(result) === 'succeeded' &&
  !statesReturn(result) &&
  !(typeof result === 'object' && 'isPartial' in result && result.isPartial === true);

const anyRequest: Received = {
  method: 'GET',
  target: '',
  path: '',
  query: {},
  headers: {},
  body: null,
  text: '',
};

/** The type of the object that the last answer states, itself or in a list. */
function typeIn({ exchanges }: Case): unknown {
  const last = exchanges.at(-1);
  const json = last === undefined ? null : answerTo(last, anyRequest).json;
  const [first] = isRecord(json) && Array.isArray(json['data']) ? (json['data'] as unknown[]) : [];
  const stated = first ?? json;
  return isRecord(stated) ? stated['object'] : undefined;
}

function flagged({ exchanges }: Case, at: string, value: unknown) {
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('no exchange');
  const answer = (request: Received): Answer => {
    const { status, json, encode } = answerTo(last, request);
    const isList = isRecord(json) && Array.isArray(json['data']);
    const place = isList ? `data.0.${at}` : at;
    return { status, json: withValue(json, place, value), ...(encode && { encode }) };
  };
  return [...exchanges.slice(0, -1), { ...last, answer }];
}

/** An event about a return causes an inquiry, or is evidence. */
function announced({ connector, subject }: Kit): Check[] {
  const { callbacks: all, now: receivedAt } = subject;
  if (all === null) return [];
  return subject.returns.events.map(({ title, json, reading }) => ({
    title: `${title} is read as a hint or a report`,
    run() {
      const account = all.accountWith([all.secret]);
      const one = { title, source: '', topic: null, json, reading };
      const raw: RawCallback = callbackOf(all, one, { receivedAt });
      expect(connector.verifyCallback(raw, account)).toBe(true);
      expect(connector.readCallback(raw, account)).toEqual(reading);
      expect(['hint', 'reports']).toContain(reading.kind);
    },
  }));
}
