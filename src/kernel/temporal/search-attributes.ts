import { defineSearchAttributeKey } from '@temporalio/common';
import type { Client } from '@temporalio/client';

/** Shown to operators in the Temporal UI, so they contain no names and no account numbers. */
export const merchantIdKey = defineSearchAttributeKey('MerchantId', 'KEYWORD');
export const referenceKey = defineSearchAttributeKey('Reference', 'KEYWORD');

/** Orders that hang or end unpaid upsert the last three (workflows/orders.ts). */
export const searchAttributeNames: readonly string[] = [
  merchantIdKey.name,
  referenceKey.name,
  'OrderStatus',
  'Stage',
  'ProviderAccount',
];

/** IndexedValueType of the server's API. */
const KEYWORD = 2;
const ALREADY_EXISTS = 6;

/** Registers missing ones only. Safe to run concurrently. */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = searchAttributeNames.filter(
    (name) => !Object.hasOwn(customAttributes ?? {}, name),
  );
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD] as const));
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}
