import { issueOperatorLink } from '../application/accounts/operator-links';
import { changeOperatorRole } from '../application/accounts/operator-team';
import { findOperatorByEmail, listOperators } from '../db/accounts/operators';
import { operatorRoles } from '../domain/operator';
import { Problem } from '../domain/problem';
import { UsageError, isAddress, only, printRows } from './command';
import type { Command, Invocation } from './command';
import { commandAudit, withDatabase, withVault } from './wiring';

function emailOf(invocation: Invocation): string {
  const email = only(invocation, 'an e-mail address');
  if (!isAddress(email)) throw new UsageError('That is no e-mail address.');
  return email;
}

function roleOf({ options }: Invocation) {
  const named = options['role'] ?? 'admin';
  const role = operatorRoles.find((each) => each === named);
  if (role === undefined) throw new UsageError(`--role is one of ${operatorRoles.join(', ')}.`);
  return role;
}

export const create: Command = {
  summary: 'print a link, good once and for an hour, that makes somebody an operator',
  usage: '<email>',
  options: {
    role: { type: 'string', value: operatorRoles.join('|'), help: 'admin by default' },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const email = emailOf(invocation);
    const role = roleOf(invocation);
    const issued = await withVault(config, (doing) =>
      issueOperatorLink(doing, commandAudit(), { email, role }),
    );
    const link = `${config.http.publicUrl}/console/join/${issued.token}`;
    if (json) {
      print(JSON.stringify({ email, isNew: issued.isNew, link }));
      return 0;
    }
    print(
      issued.isNew
        ? `${email} becomes an operator (${role}) who opens this link and chooses a password:`
        : `${email} is an operator: this link sets a new password, and ends all sessions:`,
    );
    print(`\n  ${link}\n\nIt works once, within the hour. Nobody else should see it.`);
    return 0;
  },
};

export const list: Command = {
  summary: 'list the operators of the console',
  usage: '',
  options: {},
  async run(invocation) {
    const operators = await withDatabase(invocation.config, listOperators);
    printRows(
      invocation,
      operators.map(({ id, email, name, role, seenAt }) => ({
        id,
        email,
        name,
        role,
        seen: seenAt?.toISOString() ?? '',
      })),
    );
    return 0;
  },
};

export const remove: Command = {
  summary: 'take an operator out of the console, and sign them out',
  usage: '<email>',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const email = emailOf(invocation);
    await withVault(config, async (doing) => {
      const operator = await findOperatorByEmail(doing.db, email);
      if (operator === null) throw new UsageError(`${email} is no operator.`);
      try {
        await changeOperatorRole(doing, commandAudit(), operator.id, null);
      } catch (error) {
        if (error instanceof Problem) throw new UsageError(error.message);
        throw error;
      }
    });
    print(json ? JSON.stringify({ email, removed: true }) : `${email} is no operator any more.`);
    return 0;
  },
};
