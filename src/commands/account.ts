import { findAccountDetail, listAccounts } from '../providers/accounts/find-accounts';
import { linesOf, namedAct, show as showOutput } from './act';
import { only, printRows, type Command } from './command';
import { commandAudit, refusing, withStores, type CommandDeps } from './wiring';

/** Without secrets, but the callback URL contains its token. */
async function detailOf(deps: CommandDeps, accountId: string) {
  const account = await findAccountDetail(deps, commandAudit(), accountId);
  const { id, connector, label, status, priority, merchant, callbackUrl } = account;
  const settings = Object.fromEntries(
    account.settings.map(({ field, count, value }) => [
      field.name,
      value ?? (count === 0 ? '' : `${count} stored, not shown`),
    ]),
  );
  const facts = {
    id,
    owner: merchant?.id ?? 'platform',
    connector,
    label,
    status,
    priority,
    callbackUrl,
    acceptsPreviousCallbackUrl: account.acceptsPreviousToken,
  };
  return { json: { ...facts, settings }, text: linesOf({ ...facts, ...settings }) };
}

export const add = namedAct('account', ({ deps, result: id }) => detailOf(deps, id));

export const list: Command = {
  summary: 'list the provider accounts, the newest first',
  usage: '',
  options: {
    merchants: { type: 'boolean', help: 'those of merchants instead of the platform' },
  },
  async run(invocation) {
    const owner = invocation.options['merchants'] === true ? 'merchants' : 'platform';
    const page = { owner, before: null, limit: 1_000 };
    const { items } = await withStores(invocation.config, (deps) => listAccounts(deps, page));
    printRows(
      invocation,
      items.map(({ id, merchant, connector, label, status, priority }) => ({
        id,
        owner: merchant?.id ?? 'platform',
        connector,
        label,
        status,
        priority: String(priority),
      })),
    );
    return 0;
  },
};

export const show: Command = {
  summary: 'show a provider account without its secrets',
  usage: '<account-id>',
  options: {},
  async run(invocation) {
    const id = only(invocation, 'a provider account ID');
    const { config } = invocation;
    const detail = await refusing(() => withStores(config, (deps) => detailOf(deps, id)));
    return showOutput(invocation, detail);
  },
};

const changed = ({ deps, input }: { deps: CommandDeps; input: { readonly accountId: string } }) =>
  detailOf(deps, input.accountId);

export const set = namedAct('account_change', changed);

const rotate = namedAct('account_token', changed);
const removeFormer = namedAct('account_former', changed);
export const rotateToken: Command = {
  ...rotate,
  options: { 'remove-former': { type: 'boolean', help: 'remove the former URL instead' } },
  run: (invocation) =>
    (invocation.options['remove-former'] === true ? removeFormer : rotate).run(invocation),
};

const setStatus = (status: string, summary: string): Command =>
  namedAct('account_status', ({ input: { accountId: id } }) => ({ json: { id, status } }), {
    summary,
    given: { status },
  });

export const on = setStatus('on', 'let a provider account take new orders');
export const pause = setStatus('paused', 'stop new orders on a provider account for a time');
export const off = setStatus('off', 'end new orders on a provider account; its orders continue');

export const test = namedAct('account_tested', ({ input: { accountId: id }, result }) => ({
  json: { id, ...result },
  code: result.kind === 'ok' ? 0 : 1,
}));
