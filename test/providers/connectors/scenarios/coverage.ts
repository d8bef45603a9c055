import { scenarios } from './scenarios';
import type { Kit } from '../kit/check';

/** The table of docs/money-scenarios.md: the connectors of each scenario, and why not others. */
export function renderCoverage(kits: readonly Kit[]): string {
  const names = (some: readonly Kit[]) => some.map(({ connector }) => connector.name).join(', ');
  const sorted = scenarios.toSorted((one, other) => one.number - other.number);
  const rows = sorted.map(({ number, excludes }) => {
    const reasons = new Map<string | null, readonly Kit[]>();
    for (const kit of kits) {
      const reason = excludes(kit);
      reasons.set(reason, [...(reasons.get(reason) ?? []), kit]);
    }
    const possible = reasons.get(null) ?? [];
    const excluded = [...reasons].flatMap(([reason, some]) =>
      reason === null ? [] : `${names(some)} (${reason})`,
    );
    const run = possible.length === kits.length ? 'all' : names(possible);
    return `| ${number} | ${run} | ${excluded.join('; ')} |\n`;
  });
  return `| # | Run by | Excluded |\n|---|---|---|\n${rows.join('')}`;
}
