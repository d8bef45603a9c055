import { goInstall } from './go-install';
import { temporalVersion } from './temporal-source';
import type { SourceOptions } from './temporal-source';

/** Builds `temporal` with Go. Takes minutes. Throws without Go, or if the build fails. */
export async function goInstallTemporal(folder: string, options: SourceOptions): Promise<void> {
  options.note?.('building with Go (about 3 minutes, once)');
  await goInstall([`github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`], folder, options);
}
