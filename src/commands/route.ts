import { listRules, type RoutingRule } from '../providers/accounts/routing-rules';
import { formatBaht } from '../kernel/rules/money';
import { namedAct } from './act';
import { only, printRows, type Command } from './command';
import { refusing, withStores, type CommandDeps } from './wiring';

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

const listed = async (deps: Pick<CommandDeps, 'db'>, merchantId: string) =>
  (await listRules(deps, merchantId)).map(rowOf);

export const list: Command = {
  summary: 'list the routing rules of a merchant; the first that applies decides',
  usage: '<merchant-id>',
  options: {},
  async run(invocation) {
    const id = only(invocation, 'a merchant ID');
    const { config } = invocation;
    printRows(invocation, await refusing(() => withStores(config, (deps) => listed(deps, id))));
    return 0;
  },
};

const rules = async ({ deps, input }: { deps: CommandDeps; input: { merchantId: string } }) => ({
  json: await listed(deps, input.merchantId),
});

export const add = namedAct('routing', rules, {
  summary: 'add a routing rule of a merchant, with conditions that all have to be fulfilled',
  given: { change: 'add' },
  omits: ['number'],
});

export const remove = namedAct('routing', rules, {
  summary: 'remove a routing rule of a merchant',
  positional: ['merchantId', 'number'],
  given: { change: 'remove' },
  omits: ['account', 'kind', 'min', 'max', 'bank', 'hours', 'before'],
});
