import { closedPort } from '../../../../webhooks/sending/socket-receiver';
import { atTime } from '../clock';
import type { Check, Group, Kit } from '../check';
import { transportFaults, type TransportFault } from '../faults';
import { actingStep, distinctCases, isCreation, kindOf, perform, performAt } from '../perform';
import type { Case } from '../subject';

export const transport: Group = {
  title: 'transport faults',
  checks(kit) {
    const cases = distinctCases(kit.subject.cases.filter(({ exchanges }) => exchanges.length > 0));
    return cases.flatMap((one) => {
      const always = one.exchanges.filter(({ isFallback }) => isFallback !== true);
      return [unsent(kit, one), ...always.map(faulty(kit, one))];
    });
  },
};

/** No byte left: the call may be repeated, also at another account. */
function unsent(kit: Kit, { title, call }: Case): Check {
  return {
    title: `a refused connection instead of "${title}" is unreachable`,
    async run() {
      const url = `http://127.0.0.1:${await closedPort()}`;
      await atTime(kit.subject.now, async () => {
        const client = kit.connector.connect(kit.subject.account(url), () => undefined);
        const result = await perform(client, call);
        await client.close();
        const isClosing = call.method === 'closeQr';
        expect(kindOf(result ?? '')).toBe(isClosing ? 'not_closed' : 'unreachable');
      });
    },
  };
}

const faulty =
  (kit: Kit, one: Case) =>
  (_: unknown, at: number): Check => {
    const { method, path } = one.exchanges[at] ?? { method: '', path: '' };
    return {
      title: `each fault at ${method} ${path} of "${one.title}" has its outcome`,
      async run() {
        const wrong: object[] = [];
        for (const fault of transportFaults) {
          const play = { exchanges: one.exchanges, fault: { at, behave: fault.behave } };
          const { result, received } = await performAt(kit, one.call, play);
          const allowed = outcomesOf(one, at, fault);
          const unexpected = received.filter(({ step }) => step === null);
          // The money was found before the fault: only what became of it is missing.
          const isPartial =
            at > 0 &&
            typeof result === 'object' &&
            'isPartial' in result &&
            result.isPartial === true;
          if ((!allowed.includes(kindOf(result)) && !isPartial) || unexpected.length > 0) {
            wrong.push({ fault: fault.title, result, allowed, unexpected });
          }
        }
        expect(wrong).toEqual([]);
      },
    };
  };

/** The kinds of result that the port allows for a fault at an exchange of a case. */
function outcomesOf(one: Case, at: number, { isNotProcessed, title }: TransportFault): string[] {
  const { call } = one;
  if (call.method === 'closeQr') return ['not_closed'];
  if (call.method === 'probe') {
    return title === 'HTTP 401' ? ['rejected'] : ['unreachable'];
  }
  if (!isCreation(call)) return ['unreachable'];
  const acting = actingStep(one);
  if (acting === -1 || at < acting) return ['unreachable'];
  // The money may have moved: only more exchanges can say so.
  if (at > acting) return ['unknown', 'accepted'];
  return [isNotProcessed ? 'unreachable' : 'unknown'];
}
