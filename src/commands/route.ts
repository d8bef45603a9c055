import {
  addRule,
  digestOfRule,
  listRules,
  readCondition,
  removeRule,
  type EnteredCondition,
  type RoutingRule,
} from '../application/provider-accounts/routing-rules';
import { formatBaht } from '../domain/money';
import { routedKinds } from '../domain/routing';
import { UsageError, only, printRows, type Command, type Invocation } from './command';
import { act, commandAudit, withStores, withVault, type CommandDeps } from './wiring';

type Rules = readonly RoutingRule[];
const MERCHANT = 'a merchant ID';

/** Makes the change, then prints the merchant's rules. */
async function asCommand(
  invocation: Invocation,
  merchantId: string,
  change: ((deps: CommandDeps) => Promise<void>) | null = null,
): Promise<number> {
  const rules = await act<Rules>(
    invocation,
    async (deps) => {
      await change?.(deps);
      return listRules(deps, merchantId);
    },
    { state_conflict: 'The rules have changed: list them.' },
    change === null ? withStores : withVault,
  );
  printRows(invocation, rules.map(rowOf));
  return 0;
}

function rowOf({ when, accountId }: RoutingRule, index: number) {
  const { kind = 'any', minSatang, maxSatang, bankCode = 'any', hours } = when;
  return {
    number: String(index + 1),
    kind,
    min: minSatang === undefined ? 'any' : formatBaht(minSatang),
    max: maxSatang === undefined ? 'any' : formatBaht(maxSatang),
    bank: bankCode,
    hours: hours === undefined ? 'any' : hours.join('-'),
    account: accountId,
  };
}

const conditions = ['kind', 'min', 'max', 'bank', 'hours'] as const;

const enteredIn = ({ options }: Invocation): EnteredCondition =>
  Object.fromEntries(
    conditions.flatMap((name) => {
      const text = options[name];
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );

/** Positions count from 1. */
function positionOf(text: string | boolean | undefined): number {
  if (typeof text === 'string' && /^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError('The number of a rule is a whole number from 1.');
}

export const list: Command = {
  summary: 'list the routing rules of a merchant; the first that applies decides',
  usage: '<merchant-id>',
  options: {},
  run: (invocation) => asCommand(invocation, only(invocation, MERCHANT)),
};

export const add: Command = {
  summary: 'add a routing rule of a merchant, with conditions that all have to be fulfilled',
  usage: '<merchant-id>',
  options: {
    account: { type: 'string', value: 'id', help: 'the provider account to use' },
    kind: { type: 'string', value: 'kind', help: `one of ${routedKinds.join(', ')}` },
    min: { type: 'string', value: 'baht', help: 'the smallest amount' },
    max: { type: 'string', value: 'baht', help: 'the largest amount' },
    bank: { type: 'string', value: 'name', help: 'the bank that a payout goes to' },
    hours: { type: 'string', value: 'from-until', help: 'hours in Bangkok, such as 22-6' },
    before: { type: 'string', value: 'number', help: 'insert before this rule; last by default' },
  },
  run(invocation) {
    const merchantId = only(invocation, MERCHANT);
    const { account, before } = invocation.options;
    if (typeof account !== 'string') throw new UsageError('Name a provider account: --account.');
    const position = before === undefined ? null : positionOf(before);
    return asCommand(invocation, merchantId, async (deps) => {
      const rule = { when: readCondition(enteredIn(invocation)), accountId: account.trim() };
      await addRule(deps, commandAudit(), merchantId, rule, position);
    });
  },
};

export const remove: Command = {
  summary: 'remove a routing rule of a merchant',
  usage: '<merchant-id> <number>',
  options: {},
  run(invocation) {
    const [merchantId = '', number, ...rest] = invocation.args;
    if (rest.length > 0) throw new UsageError(`The command takes ${MERCHANT} and a number.`);
    const position = positionOf(number);
    return asCommand(invocation, merchantId, async (deps) => {
      const rule = (await listRules(deps, merchantId))[position - 1];
      if (rule === undefined) throw new UsageError(`There is no rule ${position}.`);
      const named = { position, digest: digestOfRule(rule) };
      await removeRule(deps, commandAudit(), merchantId, named);
    });
  },
};
