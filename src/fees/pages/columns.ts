import { netOf, type OrderFee } from '../rules/order-fee';

interface Priced {
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly fee: OrderFee | null;
}

/** Of files with orders. */
export const feeColumns = {
  fee: ({ fee }: Priced) => BigInt(fee?.feeSatang ?? 0),
  fee_vat: ({ fee }: Priced) => BigInt(fee?.vatSatang ?? 0),
};

/** Of files with incoming orders. */
export const netColumns = { ...feeColumns, net: (order: Priced) => BigInt(netOf(order)) };
