const { readFileSync, readdirSync } = require('node:fs');

/** The unit of /proc/PID/stat on Linux. */
const TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat; null after the exit of the process and without /proc. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    // utime, stime, cutime, cstime
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { pid, name, parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** The CPU time of a process, and of its children that have exited. */
const cpuSeconds = (pid) => readStat(pid)?.seconds ?? 0;

/** The CPU time of the process and of its descendants, by the name of its direct children. */
function cpuSecondsByChild(pid) {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = numbers.map(readStat).filter((stat) => stat !== null);
  const childrenOf = (parent) => all.filter((stat) => stat.parent === parent);
  const treeOf = ({ pid: own, seconds }) =>
    childrenOf(own).reduce((sum, child) => sum + treeOf(child), seconds);
  const byName = new Map([['jest', cpuSeconds(pid)]]);
  for (const child of childrenOf(pid)) {
    byName.set(child.name, (byName.get(child.name) ?? 0) + treeOf(child));
  }
  return byName;
}

module.exports = { cpuSeconds, cpuSecondsByChild };
