// Node modules only: this runs before the installation.
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 300;
const TOUCH_EVERY_MS = 5_000;
/** A lock older than this is stale, even if a process has its pid. */
const DEAD_AFTER_MS = 60_000;

/** Acquires the lock of a folder, which may not exist. Returns the function that releases it. */
export async function lock(folder) {
  // Outside the folder.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const file = path.join(tmpdir(), `saphan-${name}.lock`);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid}`, { mode: 0o600 });
  try {
    for (let isAnnounced = false; !linked(draft, file);) {
      const holder = readHolder(file);
      if (holder === null) continue;
      if (isDead(file, holder)) {
        takeAway(file, holder);
        continue;
      }
      if (!isAnnounced)
        console.error(`Waiting for process ${holder}, which is installing or building …`);
      isAnnounced = true;
      await pause(EVERY_MS);
    }
  } finally {
    rmSync(draft);
  }
  touch(file);
  const touching = setInterval(() => touch(file), TOUCH_EVERY_MS);
  return () => {
    clearInterval(touching);
    rmSync(file, { force: true });
  };
}

/** Creating a link is atomic, a write is not. */
function linked(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function touch(file) {
  const now = new Date();
  if (existsSync(file)) utimesSync(file, now, now);
}

function readHolder(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isDead(file, pid) {
  const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - touchedAt > DEAD_AFTER_MS) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Removes the lock of a dead process. Another process may have replaced it meanwhile. */
function takeAway(file, deadHolder) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== deadHolder) linked(aside, file);
  rmSync(aside);
}
