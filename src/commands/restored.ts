import { z } from 'zod';
import { recordRestore } from '../exceptions/record-restore';
import { UsageError, type Command } from './command';
import { commandAudit, withVault } from './wiring';

const HOUR_MS = 3_600_000;
const HOLD_HOURS = 24;
const HOLD_HOURS_MAX = 168;

export const restored: Command = {
  summary: 'record that the database was restored, before a worker starts on it',
  usage: '',
  options: {
    to: { type: 'string', value: 'time', help: 'the time that the database was restored to' },
    hold: {
      type: 'string',
      value: 'hours',
      help: `refuse new withdrawals and refunds for this time; ${HOLD_HOURS} by default`,
    },
  },
  async run({ config, options, json, print }) {
    const to = readTime(options['to']);
    const hours = readHours(options['hold']);
    const holdUntil = hours === 0 ? null : new Date(Date.now() + hours * HOUR_MS);
    const recorded = await withVault(config, (deps) =>
      recordRestore(deps, commandAudit(), { to, holdUntil }),
    );
    if (json) {
      print(JSON.stringify(recorded));
      return 0;
    }
    print(`Open requests, inquired about before they are submitted: ${recorded.requests}`);
    print(`Open manual refunds, with an exception each: ${recorded.manualRefunds}`);
    print(describeHold(holdUntil, recorded.heldUntil));
    print(`Next: start the workers, and reconcile each provider since ${to.toISOString()}.`);
    return 0;
  },
};

function describeHold(asked: Date | null, heldUntil: Date | null): string {
  if (heldUntil === null) return 'New withdrawals and refunds are accepted.';
  const refused = `New withdrawals and refunds are refused until ${heldUntil.toISOString()}`;
  if (asked !== null && heldUntil <= asked) return `${refused}.`;
  // One merchant can be held for longer than the others.
  return `An earlier hold remains. ${refused} at the latest.`;
}

function readTime(given: unknown): Date {
  const read = z.iso.datetime({ offset: true }).safeParse(given);
  const time = read.success ? new Date(read.data) : null;
  if (time !== null && time.getTime() <= Date.now()) return time;
  throw new UsageError('--to must be a time in the past, such as 2026-01-31T09:30:00+07:00.');
}

function readHours(given: unknown): number {
  if (given === undefined) return HOLD_HOURS;
  const hours = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : null;
  if (hours !== null && hours <= HOLD_HOURS_MAX) return hours;
  throw new UsageError(`--hold must be a whole number of hours, from 0 to ${HOLD_HOURS_MAX}.`);
}
