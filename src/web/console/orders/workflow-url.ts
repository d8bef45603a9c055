import type { Config } from '../../../config';

/** Where an order's workflow is looked at: its id is the order's. Null where no UI is known. */
export function workflowUrlFor({ temporal }: Config, orderId: string): string | null {
  if (temporal.uiUrl === null) return null;
  const namespace = encodeURIComponent(temporal.namespace);
  return `${temporal.uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(orderId)}`;
}
