import { findRules, lockRules, writeRules } from '../store/routing-rules';
import { bankTitle, findBankCode } from '../../kernel/rules/banks';
import { readBaht } from '../../kernel/rules/money';
import { orProblem, Problem } from '../../kernel/rules/problem';
import { routedKinds, type Candidate, type RoutingRule } from '../rules/routing';
import { stateDigest } from '../../platform/crypto/state-digest';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';

export type { RoutingRule };

type Doing = Pick<Deps, 'db' | 'providers' | 'vault'>;

/** Limits the rules of one merchant. */
const RULES_MAX = 50;

/** In their order. Throws Problem `merchant_not_found`. */
export async function listRules(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<readonly RoutingRule[]> {
  return orProblem(await findRules(db, merchantId), 'merchant_not_found');
}

export interface RuledAccount {
  readonly id: string;
  readonly label: string;
  /** Only an account that is on takes orders. */
  readonly status: Candidate['status'];
}

/** From memory, at most seconds old. */
export const ruledAccounts = (
  { providers }: Pick<Deps, 'providers'>,
  merchantId: string,
): readonly RuledAccount[] =>
  providers
    .routesOf(merchantId)
    .candidates.map(({ account: { id, label }, status }) => ({ id, label, status }));

/**
 * Adds the rule before the one at `position`, which starts at 1, or after all others. Throws
 * Problem `merchant_not_found`, or `invalid_request` for a condition that no order fulfils, for an
 * account that the merchant's orders cannot have, and beyond 50 rules.
 */
export async function addRule(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  rule: RoutingRule,
  position: number | null = null,
): Promise<void> {
  await deps.providers.refresh();
  demandValid(rule);
  if (!ruledAccounts(deps, merchantId).some(({ id }) => id === rule.accountId)) {
    throw refusal('account');
  }
  await changeRules(deps, audit, merchantId, 'routing_rule.added', (rules) => {
    if (rules.length >= RULES_MAX) throw refusal('rules');
    return { rule, rules: rules.toSpliced((position ?? rules.length + 1) - 1, 0, rule) };
  });
}

/** `position` starts at 1. The rule there must have `digest`. */
export interface NamedRule {
  readonly position: number;
  /** As `digestOfRule` returns it. */
  readonly digest: string;
}

/**
 * Throws Problem `merchant_not_found`, or `state_conflict` when another rule, or none, is at the
 * position.
 */
export async function removeRule(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  named: NamedRule,
): Promise<void> {
  await changeRules(deps, audit, merchantId, 'routing_rule.removed', (rules) => ({
    rule: ruleAt(rules, named),
    rules: rules.toSpliced(named.position - 1, 1),
  }));
}

/** Swaps the rule with the one above it. Throws as `removeRule`, also for the first rule. */
export async function raiseRule(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  named: NamedRule,
): Promise<void> {
  await changeRules(deps, audit, merchantId, 'routing_rule.raised', (rules) => {
    const rule = ruleAt(rules, named);
    const above = rules[named.position - 2];
    if (above === undefined) throw new Problem('state_conflict');
    return { rule, rules: rules.toSpliced(named.position - 2, 2, rule, above) };
  });
}

function ruleAt(rules: readonly RoutingRule[], { position, digest }: NamedRule): RoutingRule {
  const found = rules[position - 1];
  if (found === undefined || digestOfRule(found) !== digest) throw new Problem('state_conflict');
  return found;
}

async function changeRules(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  act: 'routing_rule.added' | 'routing_rule.removed' | 'routing_rule.raised',
  change: (rules: readonly RoutingRule[]) => {
    /** The rule that the audit event names. */
    readonly rule: RoutingRule;
    readonly rules: readonly RoutingRule[];
  },
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const before = orProblem(await lockRules(trx, merchantId), 'merchant_not_found');
    const { rule, rules } = change(before);
    await writeRules(trx, merchantId, rules);
    const detail = { account: rule.accountId, when: JSON.stringify(rule.when) };
    await recordAuditEvent(deps, trx, audit, act, {
      subject: merchantId,
      detail,
      merchant: { id: merchantId, detail },
    });
  });
  await deps.providers.refresh();
}

/** Independent of the order in which a rule's conditions are stored. */
export const digestOfRule = ({ when, accountId }: RoutingRule): string =>
  stateDigest([
    accountId,
    Object.entries(when).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** As a person enters them. A blank condition does not restrict the rule. */
export type EnteredCondition = Readonly<
  Partial<Record<'kind' | 'min' | 'max' | 'bank' | 'hours', string>>
>;

/** Amounts in baht, a bank's name, and hours such as `22-6`. Throws Problem `invalid_request`. */
export function readCondition(entered: EnteredCondition): RoutingRule['when'] {
  function read<Value>(
    param: keyof EnteredCondition,
    reader: (text: string) => Value | null | undefined,
  ): Value | undefined {
    const text = entered[param]?.trim() ?? '';
    if (text === '') return undefined;
    const value = reader(text);
    if (value === null || value === undefined) throw refusal(param);
    return value;
  }
  const kind = read('kind', (text) => routedKinds.find((each) => each === text));
  const minSatang = read('min', readBaht);
  const maxSatang = read('max', readBaht);
  const bankCode = read('bank', findBankCode);
  const hours = read('hours', readHours);
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(minSatang === undefined ? {} : { minSatang }),
    ...(maxSatang === undefined ? {} : { maxSatang }),
    ...(bankCode === undefined ? {} : { bankCode }),
    ...(hours === undefined ? {} : { hours }),
  };
}

function readHours(text: string): readonly [number, number] | null {
  const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  return from === undefined || until === undefined ? null : [Number(from), Number(until)];
}

function demandValid({ when }: RoutingRule): void {
  const { kind, minSatang = 1, maxSatang = Number.MAX_SAFE_INTEGER, bankCode, hours } = when;
  if (kind !== undefined && !routedKinds.includes(kind)) throw refusal('kind');
  if (!Number.isSafeInteger(minSatang) || minSatang < 1) throw refusal('min');
  if (!Number.isSafeInteger(maxSatang) || maxSatang < minSatang) throw refusal('max');
  const isBank = bankCode === undefined || bankTitle(bankCode, 'en') !== null;
  if (!isBank || (bankCode !== undefined && kind !== 'payout')) throw refusal('bank');
  if (hours === undefined) return;
  const [from, until] = hours;
  const isHour = (hour: number, last: number) =>
    Number.isInteger(hour) && hour >= 0 && hour <= last;
  if (!isHour(from, 23) || !isHour(until, 24) || from === until) throw refusal('hours');
}

const rulesOfParams: Readonly<Record<string, string>> = {
  account: 'must be an account that takes the merchant’s orders',
  kind: `must be one of ${routedKinds.join(', ')}`,
  min: 'must be a positive amount',
  max: 'must not be less than the minimum',
  bank: 'must be a known bank, of a rule for payouts',
  hours: 'must be two different whole hours',
  rules: `can be ${RULES_MAX} at most`,
};

const refusal = (param: string): Problem =>
  new Problem('invalid_request', { param, message: `${param}: ${rulesOfParams[param]}.` });
