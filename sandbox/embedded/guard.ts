import { endRegistered } from './register';

/**
 * The entry of a process that outlives a killed supervisor and ends what it left behind. It waits
 * for the end of its standard input, a pipe that the system closes with the supervisor whatever
 * ended that; after an ordinary stop the register is empty, and nothing is left to do.
 */
const GRACE_MS = 10_000;

const [registerFile] = process.argv.slice(2);
if (registerFile === undefined) throw new Error('usage: guard <register file>');

process.stdin.resume().once('close', () => void endRegistered(registerFile, GRACE_MS));
