import { liveFaults, type Config } from '../config';
import { folderPaths } from '../../sandbox/embedded/folder';
import { folderFault } from '../../sandbox/embedded/instance';
import { lockHolder } from '../../sandbox/embedded/lock';
import { plannedPorts, portFault } from '../../sandbox/embedded/ports';
import { printRows, type Command, type Invocation } from './command';
import { examineDatabase } from './doctor/database';
import { examineDisk } from './doctor/disk';
import { fail, ok, reasonOf, warn, type Finding } from './doctor/finding';
import { readBrandLogo } from '../pages/kit/brand';
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
  const folder = folderFault(config.dataDir);
  const runningPid = folder === null ? lockHolder(folderPaths(config.dataDir).lockFile) : null;
  const rooms = await Promise.all([
    examineDatabase(config, runningPid !== null),
    config.temporal.address === null && runningPid === null
      ? examineTemporalProgram(config)
      : examineTemporal(config),
    examinePorts(config, runningPid),
  ]);
  return [
    ok('Node', process.versions.node),
    examineFolder(config, folder, runningPid),
    ...rooms.flat(),
    examineKeys(config),
    ...(await examineBrand(config)),
    ...(config.database.url === null ? [await examineDisk(config.dataDir)] : []),
    ...examineLive(config, env),
  ];
}

async function examineBrand({ brand: { logoFile } }: Config): Promise<Finding[]> {
  if (logoFile === null) return [];
  const name = 'logo';
  try {
    await readBrandLogo(logoFile);
    return [ok(name, logoFile)];
  } catch (error) {
    return [fail(name, reasonOf(error), 'set BRAND_LOGO_FILE to a picture')];
  }
}

/** `fault`: the data folder is unreadable, so it is unknown whether `start` runs on it. */
function examineFolder(config: Config, fault: string | null, runningPid: number | null): Finding {
  const name = 'gateway';
  const { dataDir } = config;
  if (fault !== null) {
    const advice = 'run as the owner of DATA_DIR, or set another folder';
    return judgeOfStart(config)(name, `DATA_DIR is not readable: ${fault}`, advice);
  }
  if (runningPid === null) return ok(name, `not running on ${dataDir}`);
  return ok(name, `running on ${dataDir} as process ${runningPid}`);
}

/** `start` is not required with external servers. */
const judgeOfStart = ({ database, temporal }: Config) =>
  database.url !== null && temporal.address !== null ? warn : fail;

function examineLive({ mode, warnings }: Config, env: Invocation['env']): Finding[] {
  const judge =
    (as: typeof fail, advice: string) =>
    (text: string): Finding => {
      const [variable = '', reason = ''] = text.split(': ');
      return as(variable, reason, advice);
    };
  const found = [
    ...liveFaults(env).map(judge(fail, 'live mode requires it')),
    ...warnings.map(judge(warn, 'docs/configuration.md, "Live mode"')),
  ];
  return found.length === 0 && mode === 'live' ? [ok('live settings', 'safe')] : found;
}

function examinePorts(config: Config, runningPid: number | null): Promise<Finding[]> {
  // If `start` does not run, an `api` process may use the port.
  const judge = judgeOfStart(config);
  return Promise.all(
    plannedPorts(config).map(async ({ variable, host, port }) => {
      const fault = await portFault(host, port);
      if (fault === null) return ok(variable, `${port} is free`);
      if (runningPid !== null) return ok(variable, `${port} is in use by the running gateway`);
      return judge(variable, fault, `set ${variable} to a free port for \`start\``);
    }),
  );
}
