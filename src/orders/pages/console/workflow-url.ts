import type { Config } from '../../../config';

/** Null if no Temporal UI is configured. */
export function workflowUrlFor({ temporal }: Config, orderId: string): string | null {
  if (temporal.uiUrl === null) return null;
  const namespace = encodeURIComponent(temporal.namespace);
  return `${temporal.uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(orderId)}`;
}
