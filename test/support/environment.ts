import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { closeAll } from './close-after-file';

/**
 * The Node environment. Databases, receivers and clients are closed after the test file's last
 * hook; jest would run an `afterAll` of a set-up file before it.
 */
export default class ClosingEnvironment extends NodeEnvironment {
  async handleTestEvent(event: { readonly name: string }): Promise<void> {
    if (event.name === 'run_finish') await closeAll(this.global);
  }
}
