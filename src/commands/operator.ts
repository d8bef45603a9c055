import { listMembers } from '../people/store/memberships';
import { operatorTeam } from '../kernel/rules/realm';
import { linesOf, namedAct } from './act';
import { printRows, type Command } from './command';
import { withStores } from './wiring';

export const create = namedAct('operator_link', ({ input: { email }, result }) => ({
  json: { email, ...result },
  text: `${linesOf({ email, ...result })}\nSend the link over a private channel.`,
}));
export const remove = namedAct('member_removed');
export const resetFactors = namedAct('member_factors');

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
