import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Imported for its side effect: workers log warnings and errors only. */
Runtime.install({ logger: new DefaultLogger('WARN') });
