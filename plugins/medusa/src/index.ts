import { ModuleProvider, Modules } from '@medusajs/utils';
import { SaphanPaymentProvider } from './provider';

export { SaphanPaymentProvider } from './provider';
export type { SaphanProviderOptions } from './options';

/** Medusa loads the provider by this export. */
export default ModuleProvider(Modules.PAYMENT, { services: [SaphanPaymentProvider] });
