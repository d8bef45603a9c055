import { OPENING_MAX_MS } from '../rules/inquiry-plan';
import type { OwnQrOrder, ProviderAccount } from '../../providers/connectors/connector';

/** Null when the account's provider issues its QR codes. */
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

/** Null when the gateway does not inquire about the account's orders. */
export function firstInquiryAt(
  account: ProviderAccount,
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
): Date | null {
  if (!isInquired(account)) return null;
  const isOwn = account.connector.traits.qr !== 'provider';
  return isOwn ? expiresAt : new Date(createdAt.getTime() + OPENING_MAX_MS);
}
