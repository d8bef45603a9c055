import { findExchanges, type ShownExchange } from '../providers/accounts/exchange-log';
import { UsageError, only, type Command } from './command';
import { withStores } from './wiring';

/** The output is a fixture for a connector's tests. */
export const exportRecord: Command = {
  summary: "print an order's exchanges with its provider as JSON, without secrets and names",
  usage: '<order-id>',
  options: {},
  async run(invocation) {
    const orderId = only(invocation, 'an order ID');
    const exchanges = await withStores(invocation.config, (deps) => findExchanges(deps, orderId));
    if (exchanges.length === 0) {
      throw new UsageError(`No exchange about ${orderId} is recorded.`);
    }
    invocation.print(JSON.stringify(exchanges.map(fixtureOf), null, 2));
    return 0;
  },
};

/** Omits the gateway's ids. */
const fixtureOf = ({ direction, method, path, request, status, reason, response }: ShownExchange) =>
  ({ direction, method, path, request, status, reason, response }) as const;
