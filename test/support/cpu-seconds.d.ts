export function cpuSeconds(pid: number): number;
