import type { z } from 'zod';

/**
 * All that docs/configuration.md, .env.example, docker-compose.yml and the Helm chart say of a
 * setting. `npm run settings` writes it into them.
 */
interface Meta {
  /** Sentences in Markdown. */
  readonly description: string;
  /** The default in Markdown, where the type has none or the value says too little. */
  readonly fallback?: string;
  /** The chart reads it from the Secret `secrets.gateway`, unless it is fixed. */
  readonly secret?: true;
  readonly compose?: Fixed | ComposeVariable;
  readonly chart?: Fixed | ChartValue;
}

/** The setting is no variable of .env, or no value of the chart. The reason is for readers. */
interface Fixed {
  readonly fixed: string;
}

interface ComposeVariable {
  /** In place of the gateway's default. */
  readonly default?: string;
  /** Compose refuses to start without a value, with this message. */
  readonly required?: string;
  /** The value in .env.example. Empty by default. */
  readonly example?: string;
  /** Sentences in Markdown, which .env.example has after the description. */
  readonly note?: string;
}

interface ChartValue {
  /** The value in values.yaml. Empty by default: the default of the gateway. */
  readonly value?: string;
  /** The chart refuses to render without a value. */
  readonly isRequired?: true;
  /** The comment in values.yaml. */
  readonly note?: string;
}

export type Settings = Readonly<Record<string, z.ZodType>>;

/** The parsed values of some settings. */
export type ValuesOf<T extends Settings> = z.output<z.ZodObject<T>>;

export const setting = <T extends z.ZodType>(type: T, meta: Meta): T => type.meta({ ...meta });

/** Throws if the setting was not made by `setting`. */
export function metaOf(name: string, type: z.ZodType): Meta {
  const meta = type.meta();
  if (meta === undefined) throw new Error(`The setting ${name} has no description.`);
  return meta as unknown as Meta;
}

const everywhere = (fixed: string) => ({ compose: { fixed }, chart: { fixed } });
export const setByImage = everywhere('set by the image');
export const ofEmbeddedServer = everywhere('of the embedded server only');
