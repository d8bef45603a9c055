import { issueOperatorLink } from '../application/accounts/invite';
import { resetMemberFactors } from '../application/accounts/reset-factors';
import { changeTeamMember } from '../application/accounts/team';
import { listMembers } from '../db/accounts/memberships';
import { findPersonByEmail } from '../db/accounts/people';
import { operatorRoles } from '../domain/operator';
import { operatorTeam } from '../domain/realm';
import { UsageError, isEmail, only, printRows, type Command, type Invocation } from './command';
import { act, commandAudit, withStores, withVault, type CommandDeps } from './wiring';

function emailOf(invocation: Invocation): string {
  const email = only(invocation, 'an email address');
  if (!isEmail(email)) throw new UsageError('The email address is not valid.');
  return email;
}

function roleOf({ options }: Invocation) {
  const named = options['role'] ?? 'admin';
  const role = operatorRoles.find((each) => each === named);
  if (role === undefined)
    throw new UsageError(`--role must be one of ${operatorRoles.join(', ')}.`);
  return role;
}

export const create: Command = {
  summary: 'print an invitation link for an operator, valid once, for 1 hour',
  actsUnapproved: true,
  usage: '<email>',
  options: {
    role: { type: 'string', value: operatorRoles.join('|'), help: 'role; admin by default' },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const email = emailOf(invocation);
    const role = roleOf(invocation);
    const issued = await withVault(config, (deps) =>
      issueOperatorLink(deps, commandAudit(), { email, role }),
    );
    const link = `${config.http.consoleUrl}/console/join/${issued.token}`;
    if (json) {
      print(JSON.stringify({ email, isNew: issued.isNew, link }));
      return 0;
    }
    print(
      issued.isNew
        ? `This link creates the operator ${email} with the role ${role}:`
        : `Operator ${email} exists. This link sets a new password and ends all sessions:`,
    );
    print(`\n  ${link}\n\nIt is valid once, for 1 hour. Send it over a private channel.`);
    return 0;
  },
};

export const list: Command = {
  summary: 'list operators',
  usage: '',
  options: {},
  async run(invocation) {
    const operators = await withStores(invocation.config, ({ db, vault }) =>
      listMembers(db, vault, operatorTeam),
    );
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

async function operatorId({ db, vault }: CommandDeps, email: string): Promise<string> {
  const operator = await findPersonByEmail(db, vault, 'operator', email);
  if (operator === null) throw new UsageError(`Operator ${email} does not exist.`);
  return operator.id;
}

export const remove: Command = {
  summary: 'remove an operator and end their sessions',
  usage: '<email>',
  options: {},
  async run(invocation) {
    const { json, print } = invocation;
    const email = emailOf(invocation);
    await act(invocation, async (deps) => {
      const id = await operatorId(deps, email);
      await changeTeamMember(deps, commandAudit(), operatorTeam, id, null);
    });
    print(json ? JSON.stringify({ email, removed: true }) : `Operator ${email} is removed.`);
    return 0;
  },
};

export const resetFactors: Command = {
  summary: 'remove the lost second factor of an operator and end their sessions',
  usage: '<email>',
  options: {},
  async run(invocation) {
    const { json, print } = invocation;
    const email = emailOf(invocation);
    await act(
      invocation,
      async (deps) => {
        const id = await operatorId(deps, email);
        await resetMemberFactors(deps, commandAudit(), operatorTeam, id);
      },
      { state_conflict: `Operator ${email} has no second factor.` },
    );
    print(
      json
        ? JSON.stringify({ email, reset: true })
        : `Operator ${email} signs in with the password and adds a new second factor.`,
    );
    return 0;
  },
};
