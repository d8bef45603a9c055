import { stopRegistered } from './register';

/**
 * The guard process: stops the child processes of a killed supervisor. It waits for the end of its
 * standard input, a pipe that the system closes when the supervisor exits. After a normal stop the
 * register is empty.
 */
const GRACE_MS = 10_000;

const [registerFile] = process.argv.slice(2);
if (registerFile === undefined) throw new Error('usage: guard <register file>');

process.stdin.resume().once('close', () => void stopRegistered(registerFile, GRACE_MS));
