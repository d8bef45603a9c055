import { goInstall } from './go-install';
import { temporalVersion } from './temporal-source';
import type { SourceOptions } from './temporal-source';

/** Builds `temporal` with the machine's Go, in a few minutes. Throws without Go, or if it fails. */
export async function goInstallTemporal(folder: string, options: SourceOptions): Promise<void> {
  options.note?.('building it with Go, about three minutes, once');
  await goInstall([`github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`], folder, options);
}
