import type { Config } from '../config';
import type { OperationFacts } from './definition';

/** Files that pages of both sites load from the host of the page. */
const pageFiles: readonly string[] = [
  '/dashboard-assets/:name',
  '/logos/:id',
  '/brand/logo.png',
  '/brand/colours.css',
];

export const isPageFile = (path: string): boolean => pageFiles.includes(path);

/** Route groups that can have a listener of their own. */
const groups = {
  console: ({ family, auth, path }: OperationFacts) =>
    family === 'console' || auth === 'operator' || isPageFile(path),
  metrics: ({ path }: OperationFacts) => path === '/metrics',
  callbacks: ({ family }: OperationFacts) => family === 'callback',
} as const;
type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as readonly Group[];

/** Served by every listener, for load balancers, supervisors and crawlers. */
const shared: readonly string[] = ['/healthz', '/readyz', '/robots.txt'];

/** Label of metrics and log lines. `public` serves each group without a listener of its own. */
export type ListenerName = Group | 'public' | 'worker';

export interface Listener<O extends OperationFacts> {
  readonly name: ListenerName;
  readonly host: string;
  readonly port: number;
  readonly operations: readonly O[];
}

/**
 * `public` first. Each operation that is not shared is on one listener, and files of pages on two.
 * The metrics, which contain balances of merchants, are on none in live mode unless they have an
 * address of their own.
 */
export function listenersOf<O extends OperationFacts>(
  { mode, http: { host, port, listeners } }: ListeningConfig,
  operations: readonly O[],
): readonly Listener<O>[] {
  const own = groupNames.flatMap((name) => {
    const address = listeners[name];
    return address === null ? [] : [{ name, ...address, operations: ofGroup(name, operations) }];
  });
  const unserved = mode === 'live' ? operations.filter(groups.metrics) : [];
  const elsewhere = new Set([...own.flatMap((listener) => listener.operations), ...unserved]);
  const isHere = (operation: O) =>
    isShared(operation) || isPageFile(operation.path) || !elsewhere.has(operation);
  return [{ name: 'public', host, port, operations: operations.filter(isHere) }, ...own];
}

interface ListeningConfig {
  readonly mode: Config['mode'];
  readonly http: Pick<Config['http'], 'host' | 'port' | 'listeners'>;
}

export const ofGroup = <O extends OperationFacts>(
  name: Group,
  operations: readonly O[],
): readonly O[] => operations.filter((operation) => isShared(operation) || groups[name](operation));

const isShared = ({ path }: OperationFacts): boolean => shared.includes(path);
