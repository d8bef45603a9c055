import type { Operation } from './operation';

type Scene = Pick<Operation, 'flow' | 'scene'>;

/** In turn, for the payments that pages can replace. Null: it stays a payment by API. */
const scenes: readonly (Scene | null)[] = [
  { flow: 'checkout', scene: 'renewed, both paid' },
  { flow: 'link', scene: 'limited' },
  { flow: 'checkout', scene: 'renewed' },
  { flow: 'link', scene: 'stopped' },
  { flow: 'checkout', scene: 'paid' },
  { flow: 'link', scene: 'open' },
  null,
  null,
  null,
];

/**
 * Payments through pages in place of plain payments on the platform's account, so that the other
 * operations of a seed stay the same. In turn, so that a short run has each of them.
 */
export function withPages(operations: readonly Operation[]): readonly Operation[] {
  let turn = 0;
  return operations.map((operation) => {
    if (!isReplaceable(operation)) return operation;
    const scene = scenes[turn++ % scenes.length] ?? null;
    if (scene === null) return operation;
    // A code expires after a minute: none is started near the end.
    const isLate = operation.number > operations.length / 2;
    const isShortened = isLate && scene.scene?.startsWith('renewed') === true;
    return {
      ...operation,
      ...scene,
      ...(isShortened ? { scene: 'paid' } : {}),
      // The order of a request without a key is unknown if it is not answered.
      requestMode: operation.requestMode === 'unkeyed' ? 'keyed' : operation.requestMode,
      action: 'pay',
      disturbances: [],
    };
  });
}

const isReplaceable = ({ flow, merchant, evidence, action }: Operation): boolean =>
  flow === 'payment' && merchant !== 'routed' && evidence === null && action !== 'deadline';
