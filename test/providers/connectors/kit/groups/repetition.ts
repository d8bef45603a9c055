import { missing, type Check, type Group, type Kit } from '../check';
import { transportFaults } from '../faults';
import { actingStep, inquiryAfter, isCreation, kindOf, moneyOf, performAll } from '../perform';
import type { Case } from '../subject';

const ambiguous = transportFaults.filter(({ isNotProcessed }) => isNotProcessed !== true);

export const repetition: Group = {
  title: 'repetition',
  checks(kit) {
    const cases = kit.subject.cases.filter((one) => isCreation(one.call) && actingStep(one) >= 0);
    const { qr, amounts } = kit.connector.traits;
    const canCreate = qr === 'provider' || amounts.payout || amounts.charge || amounts.refund;
    if (cases.length === 0) return canCreate ? [missing('case that acts')] : [];
    return cases.map((one) => unrepeated(kit, one));
  },
};

function unrepeated(kit: Kit, one: Case): Check {
  const { call, exchanges, title } = one;
  const money = moneyOf(call);
  const isIdempotent = money !== null && kit.connector.traits.idempotent[money];
  return {
    title: isIdempotent
      ? `after an unknown outcome of "${title}" only the same request is sent again`
      : `after an unknown outcome of "${title}" no second request acts`,
    async run() {
      const at = actingStep(one);
      const wrong: object[] = [];
      for (const fault of ambiguous) {
        const calls = [call, inquiryAfter(call, kit.subject.now)];
        const play = { exchanges, fault: { at, behave: fault.behave } };
        const [sent, found] = await performAll(kit, calls, play);
        const all = [...(sent?.received ?? []), ...(found?.received ?? [])];
        const acting = all.filter(({ step }) => step === at);
        const distinct = new Set(acting.map(({ target, text }) => `${target} ${text}`)).size;
        const isOnce = isIdempotent ? distinct === 1 : acting.length === 1;
        const kind = kindOf(sent?.result ?? '');
        if (!isOnce || kind !== 'unknown') wrong.push({ fault: fault.title, kind, acting });
      }
      expect(wrong).toEqual([]);
    },
  };
}
