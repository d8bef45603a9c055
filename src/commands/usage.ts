import type { Command } from './command';
import { editsBetween } from '../platform/edits-between';

/** Pads the names to one width. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/** Usage of a group such as `merchant`, or of all commands for ''. */
export function usageOfGroup(
  group: string,
  commands: readonly (readonly [string, Pick<Command, 'summary'>])[],
): string {
  return [
    `Usage: gateway ${group === '' ? '' : `${group} `}<command> [options]`,
    '',
    ...columns(commands.map(([name, { summary }]) => [name, summary])),
    '',
    'Every command accepts --help, and --json for scripts. `gateway --version` prints the version.',
    'Environment variables configure the gateway: see docs/configuration.md.',
  ].join('\n');
}

export function usageOf(name: string, { summary, usage, options }: Command): string {
  const flags = Object.entries(options).map(
    ([flag, { value, help }]) =>
      [value === undefined ? `--${flag}` : `--${flag} <${value}>`, help] as const,
  );
  return [
    `Usage: gateway ${name} ${usage}`.trimEnd(),
    '',
    summary,
    '',
    ...columns([...flags, ['--json', 'print the result as JSON'], ['--help', 'print this text']]),
  ].join('\n');
}

/** By edit distance; null if none is close. */
export function nearestName(words: readonly string[], names: readonly string[]): string | null {
  const [best] = names
    .map((name) => {
      const given = words.slice(0, name.split(' ').length).join(' ');
      return { name, edits: editsBetween(given, name) };
    })
    .toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.max(2, best.name.length / 4) ? best.name : null;
}
