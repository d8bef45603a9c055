import { findMerchant } from '../merchants/store';
import type { OrderFacts } from './store/messages';
import type { Db } from '../../platform/postgres/connect';
import type { OrderWorkflow } from '../../orders/rules/kinds';
import type { Logger } from '../../platform/observe/log';

/** Shown in the Temporal UI, in Temporal's Markdown. */
interface OrderLabels {
  readonly staticSummary: string;
  readonly staticDetails: string;
}

export type LabelOrder = (orderId: string, facts: OrderFacts) => Promise<OrderLabels>;

/** `qrPayment` is "QR payment", `inquiredDeposit` "Inquired deposit". */
const titleOf = (workflow: OrderWorkflow): string =>
  workflow
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^qr|^./, (start) => start.toUpperCase());

/** Temporal accepts summaries up to 400 bytes; a Thai character has three. */
const START_OF_NAME = /^.{0,60}/u;
const NAMES_MAX = 10_000;
/** A changed name appears on workflows that start later than this. */
const NAME_KEPT_MS = 10 * 60_000;

/**
 * Kind, merchant's name and a link to the order's page of the console. Names are cached for ten
 * minutes; a name that cannot be read is replaced by the merchant's id, because a label must not
 * delay an order.
 */
export function createLabels(
  { db, log }: { readonly db: Db; readonly log: Logger },
  consoleUrl: string,
): LabelOrder {
  const names = new Map<string, { readonly name: Promise<string>; readonly untilMs: number }>();

  async function read(merchantId: string): Promise<string> {
    try {
      return asPlainText((await findMerchant(db, merchantId))?.name ?? merchantId);
    } catch (error) {
      names.delete(merchantId);
      log.warn({ err: error, merchantId }, 'reading the name of a merchant failed');
      return merchantId;
    }
  }

  function nameOf(merchantId: string): Promise<string> {
    const kept = names.get(merchantId);
    if (kept !== undefined && kept.untilMs > Date.now()) return kept.name;
    if (names.size >= NAMES_MAX) names.clear();
    const name = read(merchantId);
    names.set(merchantId, { name, untilMs: Date.now() + NAME_KEPT_MS });
    return name;
  }

  return async (orderId, { workflow, merchantId }) => {
    return {
      staticSummary: `${titleOf(workflow)}, ${await nameOf(merchantId)}`,
      staticDetails: `[Order in the console](${consoleUrl}/console/orders/${orderId})`,
    };
  };
}

/** Merchants choose their names: no link or format may reach the operators' Markdown. */
function asPlainText(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} .,&'’()-]/gu, ' ')
    .replaceAll(/www\./gi, 'www ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return (START_OF_NAME.exec(plain)?.[0] ?? '').trimEnd();
}
