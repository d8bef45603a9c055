import { settingFields } from '../../../../../src/providers/connectors/setting';
import { callbackOf } from '../callback';
import type { Check, Group, Kit } from '../check';
import { transportFaults, type TransportFault } from '../faults';
import { distinctCases, performAt } from '../perform';
import type { Case } from '../subject';

export const secrecy: Group = {
  title: 'secrets',
  checks: (kit) => [
    ...markers(kit),
    ...kit.subject.cases.map((one) => quiet(kit, one, 'in results, recordings or logs', [])),
    ...distinctCases(kit.subject.cases).map((one) =>
      quiet(kit, one, 'with transport faults', transportFaults),
    ),
    ...distinctCases(kit.subject.cases).map((one) => withheld(kit, one)),
    ...callbacks(kit),
  ],
};

const markers = (kit: Kit): Check[] => [
  {
    title: 'every secret of the account has a marker',
    run() {
      const secrets = secretSettings(kit);
      for (const marker of markersOf(kit)) expect(marker.length).toBeGreaterThanOrEqual(8);
      expect(secrets.length).toBeGreaterThan(0);
    },
  },
];

/** A call without the faults, or with each of them at each exchange. */
function quiet(
  kit: Kit,
  one: Case,
  where: string,
  faults: readonly Pick<TransportFault, 'behave'>[],
): Check {
  const { exchanges } = one;
  return {
    title: `"${one.title}" shows no secret ${where}`,
    async run() {
      const faulty = exchanges.flatMap((_, at) =>
        faults.map(({ behave }) => ({ exchanges, fault: { at, behave } })),
      );
      const output = await outputOf(async (show) => {
        for (const play of faults.length === 0 ? [{ exchanges }] : faulty) {
          const { result, recorded } = await performAt(kit, one.call, play);
          show(result);
          for (const { responseBody, ...rest } of recorded) show([rest, String(responseBody)]);
        }
      });
      expect(markersOf(kit).filter((marker) => output.includes(marker))).toEqual([]);
    },
  };
}

/** An account for public addresses sends nothing to a loopback address. */
function withheld({ connector, subject }: Kit, one: Case): Check {
  const account = (url: string) => ({ ...subject.account(url), publicOnly: true });
  return {
    title: `"${one.title}" sends nothing to an address that is not public`,
    async run() {
      const kit = { connector, subject: { ...subject, account } };
      const { received } = await performAt(kit, one.call, one);
      expect(received).toEqual([]);
    },
  };
}

function callbacks(kit: Kit): Check[] {
  const all = kit.subject.callbacks;
  if (all === null) return [];
  return all.cases.map((one) => ({
    title: `the reading of ${one.title} shows no secret`,
    async run() {
      const account = all.accountWith([all.secret]);
      const raw = callbackOf(all, one, { receivedAt: kit.subject.now });
      const output = await outputOf((show) => show(kit.connector.readCallback(raw, account)));
      const markers = [...markersOf(kit), all.secret, all.otherSecret];
      expect(markers.filter((marker) => output.includes(marker))).toEqual([]);
    },
  }));
}

/** The values of the settings that are marked as secret. */
function secretSettings({ connector, subject }: Kit): string[] {
  const { settings } = subject.account('http://127.0.0.1:9');
  const values = Object.entries(settings) as [string, unknown][];
  const secret = new Set(
    settingFields(connector.settings).flatMap((field) => (field.secret ? [field.name] : [])),
  );
  return values
    .filter(([name]) => secret.has(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : [String(value)]));
}

const markersOf = (kit: Kit): string[] => [...secretSettings(kit), ...kit.subject.secrets];

/** What `run` shows and what is written to the console and the standard streams meanwhile. */
async function outputOf(
  run: (show: (value: unknown) => void) => Promise<void> | void,
): Promise<string> {
  const shown: string[] = [];
  const show = (value: unknown) => void shown.push(JSON.stringify(value));
  const streams = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      shown.push(String(chunk));
      return true;
    }),
  );
  const methods = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation((...values: unknown[]) => show(values)),
  );
  try {
    await run(show);
  } finally {
    for (const spy of [...streams, ...methods]) spy.mockRestore();
  }
  return shown.join('\n');
}
