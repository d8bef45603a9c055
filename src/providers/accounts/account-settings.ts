import { Problem } from '../../kernel/rules/problem';
import { UnsafeTarget, parseTarget } from '../../platform/network/public-address';
import type { ProviderAccount, RegisteredConnector } from '../connectors/connector';
import type { SettingField } from '../connectors/setting';

/**
 * As entered and stored. A secret list may be one text: it becomes the first value, and the former
 * ones stay accepted. Null removes a value, an absent field keeps it.
 */
export type EnteredSettings = Readonly<Record<string, unknown>>;

/** A merchant may not set an address that the gateway calls. */
export type Enterer = 'operator' | 'merchant';

/** Null when the person cannot use the connector. */
export function fieldsFor(
  { fields }: RegisteredConnector,
  enterer: Enterer,
): readonly SettingField[] | null {
  if (enterer === 'operator') return fields;
  const isBarred = fields.some(({ isAddress, isRequired }) => isAddress && isRequired);
  return isBarred ? null : fields.filter(({ isAddress }) => !isAddress);
}

/**
 * Applies the entered changes to the stored settings. Throws Problem `invalid_request` for a value
 * that the connector does not accept, for an unknown field, for an address that the gateway may not
 * call, and for a new address when a stored secret is not entered again.
 */
export function changeSettings(
  registered: RegisteredConnector,
  {
    enterer,
    mode,
    allowsPrivate,
  }: {
    readonly enterer: Enterer;
    readonly mode: ProviderAccount['mode'];
    /** A sandbox whose addresses may be http, private and loopback. */
    readonly allowsPrivate: boolean;
  },
  stored: EnteredSettings,
  entered: EnteredSettings,
): EnteredSettings {
  const fields = fieldsFor(registered, enterer) ?? [];
  const changed: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(entered)) {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw refusal(name, 'is not a setting of this connector');
    if (value === null) delete changed[name];
    else if (value !== undefined) changed[name] = valueOf(field, stored[name], value);
  }
  const parsed = registered.connector.settings.safeParse(changed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusal(String(issue?.path[0] ?? ''), issue?.message ?? 'is not valid');
  }
  const addresses = fields.filter(({ isAddress }) => isAddress);
  demandSafe(addresses, changed, allowsPrivate && mode !== 'live');
  if (changedFields(addresses, stored, changed).length > 0) demandSecrets(fields, stored, entered);
  return changed;
}

/** The gateway calls the address with secrets: see platform/network/public-address.ts. */
function demandSafe(
  addresses: readonly SettingField[],
  settings: EnteredSettings,
  allowsPrivate: boolean,
): void {
  for (const { name } of addresses) {
    const address = settings[name];
    if (typeof address !== 'string') continue;
    try {
      parseTarget(address, allowsPrivate);
    } catch (error) {
      if (error instanceof UnsafeTarget) throw refusal(name, error.message.replace(/\.$/, ''));
      throw error;
    }
  }
}

/** The gateway sends secrets to the address: nobody may redirect one that they cannot enter. */
function demandSecrets(
  fields: readonly SettingField[],
  stored: EnteredSettings,
  entered: EnteredSettings,
): void {
  const missing = showSettings(fields, stored).find(
    ({ field, count }) => field.secret && count > 0 && entered[field.name] === undefined,
  );
  if (missing === undefined) return;
  throw refusal(missing.field.name, 'must be entered again when an address changes');
}

/** A missing value is the connector's default. */
export const changedFields = (
  fields: readonly SettingField[],
  former: EnteredSettings,
  settings: EnteredSettings,
): readonly SettingField[] =>
  fields.filter((field) => valueText(field, former) !== valueText(field, settings));

/** Null without a value in use. */
export function valueText(
  { name, standard }: SettingField,
  settings: EnteredSettings,
): string | null {
  const value = settings[name];
  if (value === undefined) return standard;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valueOf({ control, secret }: SettingField, former: unknown, value: unknown): unknown {
  if (control !== 'list' || !secret || typeof value !== 'string') return value;
  const rest: readonly unknown[] = Array.isArray(former) ? former : [];
  return [value, ...rest.filter((each) => each !== value)];
}

/** Messages of schemas contain rules, and never the value. */
const refusal = (param: string, rule: string): Problem =>
  new Problem('invalid_request', { param, message: `${param}: ${rule}.` });

export interface ShownSetting {
  readonly field: SettingField;
  readonly count: number;
  /** Null for a secret, and without a value. */
  readonly value: string | null;
}

export const showSettings = (
  fields: readonly SettingField[],
  stored: EnteredSettings,
): readonly ShownSetting[] =>
  fields.map((field) => {
    const value = stored[field.name];
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
    const isShown = !field.secret && values.length > 0;
    return { field, count: values.length, value: isShown ? values.map(String).join('\n') : null };
  });
