import { missing, type Check, type Group } from '../check';
import { performAt } from '../perform';

export const answers: Group = {
  title: 'recorded answers',
  checks(kit) {
    const { cases } = kit.subject;
    if (cases.length === 0) return [missing('case')];
    return cases.map((one): Check => ({
      title: `${one.title} is the outcome of ${one.source}`,
      async run() {
        const { result } = await performAt(kit, one.call, one);
        expect(result).toEqual(one.outcome);
      },
    }));
  },
};
