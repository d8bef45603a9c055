import { existsSync } from 'node:fs';
import { liveFaults } from '../config';
import type { Config } from '../config';
import { folderPaths } from '../../sandbox/embedded/folder';
import { lockHolder } from '../../sandbox/embedded/lock';
import { plannedPorts, portFault } from '../../sandbox/embedded/ports';
import { printRows } from './command';
import type { Command, Invocation } from './command';
import { examineDatabase } from './doctor/database';
import { examineDisk } from './doctor/disk';
import { fail, ok, warn } from './doctor/finding';
import type { Finding } from './doctor/finding';
import { examineKeys } from './doctor/keys';
import { examineTemporal, examineTemporalProgram } from './doctor/temporal';

export const doctor: Command = {
  summary: 'check servers, schema, ports, keys and live settings; exits 1 on a failure',
  usage: '',
  options: {},
  acceptsUnsafe: true,
  async run(invocation) {
    const findings = await examine(invocation);
    printRows(
      invocation,
      findings.map((finding) => ({ ...finding })),
    );
    return findings.some(({ state }) => state === 'fail') ? 1 : 0;
  },
};

async function examine({ config, env }: Invocation): Promise<Finding[]> {
  const { lockFile } = folderPaths(config.dataDir);
  const runningPid = existsSync(lockFile) ? lockHolder(lockFile) : null;
  const rooms = await Promise.all([
    examineDatabase(config, runningPid !== null),
    config.temporal.address === null && runningPid === null
      ? examineTemporalProgram(config)
      : examineTemporal(config),
    examinePorts(config, runningPid),
  ]);
  return [
    ok('Node', process.versions.node),
    runningPid === null
      ? ok('gateway', `not running on ${config.dataDir}`)
      : ok('gateway', `running on ${config.dataDir} as process ${runningPid}`),
    ...rooms.flat(),
    examineKeys(config),
    ...(config.database.url === null ? [await examineDisk(config.dataDir)] : []),
    ...examineLive(config, env),
  ];
}

/** The settings that live mode rejects. */
function examineLive({ mode }: Config, env: Invocation['env']): Finding[] {
  const faults = liveFaults(env);
  if (faults.length === 0) return mode === 'live' ? [ok('live settings', 'safe')] : [];
  return faults.map((fault) => {
    const [variable = '', reason = ''] = fault.split(': ');
    return fail(variable, reason, 'live mode requires it');
  });
}

function examinePorts(config: Config, runningPid: number | null): Promise<Finding[]> {
  // With external servers, an `api` process may use the port without `start`.
  const judge = config.database.url !== null && config.temporal.address !== null ? warn : fail;
  return Promise.all(
    plannedPorts(config).map(async ({ variable, host, port }) => {
      const fault = await portFault(host, port);
      if (fault === null) return ok(variable, `${port} is free`);
      if (runningPid !== null) return ok(variable, `${port} is in use by the running gateway`);
      return judge(variable, fault, `set ${variable} to a free port for \`start\``);
    }),
  );
}
