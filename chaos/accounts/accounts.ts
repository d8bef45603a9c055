import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addAccount, setAccountStatus } from '../../src/providers/accounts/change-accounts';
import { findAccountDetail } from '../../src/providers/accounts/find-accounts';
import { addRule } from '../../src/providers/accounts/routing-rules';
import { testConnection } from '../../src/providers/accounts/test-connection';
import { commandAudit, type CommandDeps } from '../../src/commands/wiring';
import { Problem } from '../../src/kernel/rules/problem';
import type { RoutingRule } from '../../src/providers/rules/routing';
import { startStripe, type StripeUpstream } from '../../sandbox/providers/stripe/server';
import type { CallbackTarget } from '../callbacks/target';
import { accountNames, type AccountName } from '../plan/operation';
import type { AccountState } from '../plan/plan-faults';
import { until } from '../until';
import { Line, type Submission } from './line';

/** The accounts whose provider is a sandbox bank. */
export const bankAccounts = ['first', 'second'] as const satisfies readonly AccountName[];
export type BankAccount = (typeof bankAccounts)[number];

/** An account at a sandbox bank. */
export interface AccountBank {
  readonly providerKey: string;
  readonly billerId: string;
  /** Without the line. */
  readonly bankUrl: string;
}

export type AccountBanks = Readonly<Record<BankAccount, AccountBank>>;

const STRIPE = {
  secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
  webhookSecrets: [`whsec_${randomBytes(12).toString('hex')}`],
};

const byName = <Name extends AccountName, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Readonly<Record<Name, Value>> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** The lines between the gateway and the providers of the accounts of one merchant. */
export class Lines {
  /** In the order of their arrival at any account. */
  readonly submissions: Submission[] = [];
  readonly byName: Readonly<Record<AccountName, Line>>;

  private constructor(seed: number) {
    const lineOf = (name: AccountName) =>
      new Line(
        name,
        seed ^ Math.imul(accountNames.indexOf(name) + 1, 0x27d4eb2f),
        this.submissions,
      );
    this.byName = byName(accountNames, lineOf);
  }

  static async open(seed: number): Promise<Lines> {
    const lines = new Lines(seed);
    await Promise.all(accountNames.map((name) => lines.byName[name].open()));
    return lines;
  }

  async close(): Promise<void> {
    await Promise.all(accountNames.map((name) => this.byName[name].close()));
  }
}

/** The accounts of one merchant in the gateway, and their providers. */
export interface Accounts {
  readonly ids: Readonly<Record<AccountName, string>>;
  readonly banks: AccountBanks;
  readonly lines: Lines;
  readonly stripe: StripeUpstream;
  readonly callbackTargets: Readonly<Record<BankAccount, CallbackTarget>>;
  /** Tests the connections to the running providers: accounts take no orders before. */
  turnOn(): Promise<void>;
  /** Resolves when no disturbance of the account lasts. */
  undisturbed(name: AccountName): Promise<void>;
  /** Changes an undisturbed account for `forMs`. Resolves when it is open again. */
  disturb(name: AccountName, state: AccountState, forMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Adds the accounts, untested, and routing rules: Stripe issues QR codes, both banks pay out and
 * charge tokens. QR codes of the banks are the gateway's own, so one always takes a QR payment.
 */
export async function openAccounts(
  deps: CommandDeps,
  merchantId: string,
  { lines, banks }: { readonly lines: Lines; readonly banks: AccountBanks },
): Promise<Accounts> {
  const ids: Partial<Record<AccountName, string>> = {};
  for (const [index, name] of accountNames.entries()) {
    const line = lines.byName[name];
    ids[name] = await addAccount(deps, commandAudit(), {
      merchantId,
      connector: name === 'stripe' ? 'stripe' : 'generic',
      label: name,
      priority: index + 1,
      settings: { url: line.url, ...settingsOf(name, banks) },
    });
    const { callbackUrl } = await findAccountDetail(deps, commandAudit(), ids[name]);
    line.callbackUrl = callbackUrl ?? '';
    if (name !== 'stripe') line.providerUrl = banks[name].bankUrl;
  }
  const stripe = await startStripe({ ...STRIPE, callbackUrl: lines.byName.stripe.callbackUrl });
  lines.byName.stripe.providerUrl = stripe.url;
  const known = ids as Record<AccountName, string>;
  for (const rule of rulesOf(known)) await addRule(deps, commandAudit(), merchantId, rule);
  const setStatus = (name: AccountName, status: 'on' | 'paused' | 'off') =>
    setPatiently(deps, known[name], status);
  const disturb = async (name: AccountName, state: AccountState, forMs: number) => {
    const line = lines.byName[name];
    await (state === 'down' ? line.close() : setStatus(name, state));
    await pause(forMs);
    await (state === 'down' ? line.open() : setStatus(name, 'on'));
  };
  const disturbances = new Map<AccountName, Promise<void>>();
  return {
    ids: known,
    banks,
    lines,
    stripe,
    callbackTargets: byName(bankAccounts, (name) => {
      return { url: lines.byName[name].callbackUrl, key: banks[name].providerKey };
    }),
    async turnOn() {
      for (const name of accountNames) {
        const probe = await testConnection(deps, commandAudit(), known[name]);
        if (probe.kind !== 'ok') throw new Error(`Account ${name}: ${probe.kind}: ${probe.reason}`);
      }
    },
    async undisturbed(name) {
      await disturbances.get(name);
    },
    disturb(name, state, forMs) {
      const disturbance = disturb(name, state, forMs);
      disturbances.set(name, disturbance);
      return disturbance;
    },
    async close() {
      await Promise.all([lines.close(), stripe.close()]);
    },
  };
}

const settingsOf = (name: AccountName, banks: AccountBanks): Readonly<Record<string, unknown>> =>
  name === 'stripe'
    ? { ...STRIPE, payerEmail: 'payer@example.com', cancelsExpired: true }
    : { keys: [banks[name].providerKey], billerId: banks[name].billerId };

/** Charges below 450 baht go to the one bank, the others to the other one. */
const rulesOf = (ids: Readonly<Record<AccountName, string>>): readonly RoutingRule[] => [
  { when: { kind: 'qr' }, accountId: ids.stripe },
  { when: { kind: 'charge', maxSatang: 45_000 }, accountId: ids.first },
  { when: { kind: 'charge' }, accountId: ids.second },
  { when: { kind: 'payout', maxSatang: 45_000 }, accountId: ids.second },
  { when: { kind: 'payout' }, accountId: ids.first },
];

const CHANGED_WITHIN_MS = 120_000;

/** Retries while the database is not available. */
async function setPatiently(
  deps: CommandDeps,
  accountId: string,
  status: 'on' | 'paused' | 'off',
): Promise<void> {
  const change = async () => {
    try {
      await setAccountStatus(deps, commandAudit(), accountId, status);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code !== 'state_conflict') throw error;
      // The account has the status already.
      return error instanceof Problem;
    }
  };
  const waiting = { timeoutMs: CHANGED_WITHIN_MS, everyMs: 500 };
  await until(change, { describe: () => `account ${accountId} is ${status}`, ...waiting });
}
