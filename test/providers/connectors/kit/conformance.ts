import type { Connector } from '../../../../src/providers/connectors/connector';
import type { Group, Kit } from './check';
import { answers } from './groups/answers';
import { callbacks } from './groups/callbacks';
import { foreignIds } from './groups/foreign-ids';
import { fuzz } from './groups/fuzz';
import { inquiries } from './groups/inquiries';
import { purity } from './groups/purity';
import { repetition } from './groups/repetition';
import { requests } from './groups/requests';
import { returns } from './groups/returns';
import { secrecy } from './groups/secrecy';
import { traits } from './groups/traits';
import { transport } from './groups/transport';
import { sandboxAccount, upstreams } from './groups/upstreams';
import type { Subject } from './subject';

/** 10,000 random answers take 20 s on a busy machine. */
const CHECK_MAX_MS = 120_000;

/** Every group is mandatory; the traits of a connector decide which checks it has. */
export const groups = {
  answers,
  traits,
  requests,
  transport,
  repetition,
  inquiries,
  returns,
  callbacks,
  purity,
  secrecy,
  foreignIds,
  fuzz,
  upstreams,
} as const satisfies Readonly<Record<string, Group>>;

/** The conformance of a connector to the port, as tests. A further subject may name its groups. */
export function conformance<Settings extends object>(
  connector: Connector<Settings>,
  subject: Subject<Settings>,
  names = Object.keys(groups) as readonly (keyof typeof groups)[],
): void {
  // Checks use settings only as the subject and the connector give them.
  const kit = { connector, subject } as unknown as Kit;
  describe(`connector ${connector.name}`, () => {
    for (const { title, checks } of names.map((name) => groups[name])) {
      const all = checks(kit);
      if (all.length === 0) continue;
      describe(title, () => {
        for (const check of all) {
          it(`${check.title}`, async () => check.run(), CHECK_MAX_MS);
        }
      });
    }
    if (subject.sandbox !== null && sandboxAccount(kit) === null) {
      // Named in the output: nothing was tried against the provider.
      it.skip(`the provider's sandbox needs ${subject.sandbox.variables.join(', ')}`, () => {});
    }
  });
}
