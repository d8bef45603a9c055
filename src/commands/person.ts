import { exportPerson, forgetPerson, namesPerson } from '../personal-data/persons';
import { identifierKinds, readIdentifier, type Identifier } from '../kernel/rules/identifier';
import {
  UsageError,
  printRows,
  type Command,
  type CommandOption,
  type Invocation,
} from './command';
import { commandAudit, demandMode, vaultOf, withPatientDatabase } from './wiring';

const identifierOptions: Readonly<Record<string, CommandOption>> = {
  account: { type: 'string', value: 'number', help: 'bank account, 6 to 15 digits' },
  phone: { type: 'string', value: 'number', help: 'telephone number' },
  email: { type: 'string', value: 'address', help: 'e-mail address' },
  name: { type: 'string', value: 'name', help: 'first and last name' },
};

/** For an erasure within the legal retention; in characters. */
const REASON_LENGTH_MIN = 10;

/** All of them have to occur in a record. Throws UsageError. */
function identifiersOf({ options }: Pick<Invocation, 'options'>): readonly Identifier[] {
  const found = identifierKinds.flatMap((kind) => {
    const text = options[kind];
    if (typeof text !== 'string') return [];
    const identifier = readIdentifier(kind, text);
    if (identifier === null) throw new UsageError(`--${kind}: identifies nobody.`);
    return [identifier];
  });
  if (found.length > 0) return found;
  throw new UsageError('Name the person by --account, --phone, --email or --name.');
}

export const exportOf: Command = {
  summary: 'print all stored data about a person as JSON',
  usage: '',
  options: identifierOptions,
  async run(invocation) {
    const { config, print } = invocation;
    const identifiers = identifiersOf(invocation);
    const found = await withPatientDatabase(config, async (db) => {
      await demandMode(config, db);
      return exportPerson({ db, vault: await vaultOf(config, db) }, commandAudit(), identifiers);
    });
    print(JSON.stringify(found, null, 2));
    return 0;
  },
};

export const forget: Command = {
  summary: 'erase a person from all orders; exits 1 when something has to be kept',
  usage: '',
  options: {
    ...identifierOptions,
    force: { type: 'boolean', help: 'also within the legal retention; needs --reason' },
    reason: { type: 'string', value: 'text', help: 'why the retention does not apply' },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const identifiers = identifiersOf(invocation);
    const reason = reasonOf(invocation, identifiers);
    const days = config.retention.customerDays;
    const { erased, kept } = await withPatientDatabase(config, async (db) => {
      await demandMode(config, db);
      const deps = { db, vault: await vaultOf(config, db) };
      return forgetPerson(deps, commandAudit(), identifiers, { days, reason });
    });
    if (json) print(JSON.stringify({ erased, kept }, null, 2));
    else {
      printRows(invocation, [
        ...erased.map((subject) => ({ subject, result: 'erased' })),
        ...kept.map(({ subject, because }) => ({ subject, result: `kept: ${because}` })),
      ]);
    }
    return kept.length === 0 ? 0 : 1;
  },
};

/** Null without `--force`. Throws UsageError. */
function reasonOf(
  { options: { force, reason } }: Pick<Invocation, 'options'>,
  identifiers: readonly Identifier[],
): string | null {
  if (force !== true) return null;
  if (typeof reason !== 'string' || reason.trim().length < REASON_LENGTH_MIN) {
    throw new UsageError(`--force needs --reason with at least ${REASON_LENGTH_MIN} characters.`);
  }
  if (!namesPerson(reason, identifiers)) return reason.trim();
  throw new UsageError('--reason names the person. The audit log keeps it for ever.');
}
