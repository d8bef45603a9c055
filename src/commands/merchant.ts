import { listMerchants } from '../kernel/merchants/store';
import { namedAct } from './act';
import { printRows, type Command } from './command';
import { withDatabase } from './wiring';

export const create = namedAct('merchant', ({ result: json }) => ({ json }));
export const disable = namedAct('merchant_disabled');
export const enable = namedAct('merchant_enabled');
export const invite = namedAct('owner', ({ input: { merchantId, email } }, { config }) => {
  const { mailboxUrl } = config.mail;
  return { json: { merchantId, email, ...(mailboxUrl && { mailbox: `${mailboxUrl}/mail` }) } };
});
export const limit = namedAct('limit');
export const quota = namedAct('quota');
export const resetFactors = namedAct('user_factors');

export const list: Command = {
  summary: 'list the merchants',
  usage: '',
  options: {},
  async run(invocation) {
    const merchants = await withDatabase(invocation.config, listMerchants);
    printRows(
      invocation,
      merchants.map(({ id, name, status, createdAt }) => ({
        id,
        name,
        status,
        created: createdAt.toISOString(),
      })),
    );
    return 0;
  },
};
