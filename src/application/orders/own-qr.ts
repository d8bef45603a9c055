import { OPENING_MAX_MS } from '../../domain/inquiry-plan';
import type { OwnQrOrder, ProviderAccount } from '../../providers/connector';

/** The payload of a QR code that the gateway issues under the account; null when it does not. */
export function encodeOwnQr(
  { id, connector, settings }: ProviderAccount,
  order: OwnQrOrder,
): string | null {
  if (connector.traits.qr === 'provider') return null;
  if (connector.encodeQr === undefined) {
    throw new Error(`the provider account ${id} encodes no QR codes`);
  }
  return connector.encodeQr(order, settings);
}

/** Whether the gateway inquires about money for QR codes of the account. */
const isInquired = ({ connector: { traits } }: ProviderAccount): boolean =>
  traits.qr === 'provider' || traits.inquiry.payment !== 'none';

/** When the gateway first inquires about an order; null when it does not. */
export function firstInquiryAt(
  account: ProviderAccount,
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
): Date | null {
  if (!isInquired(account)) return null;
  const isOwn = account.connector.traits.qr !== 'provider';
  return isOwn ? expiresAt : new Date(createdAt.getTime() + OPENING_MAX_MS);
}
