import { z } from 'zod';
import { sections } from './sections';
import { metaOf, type Settings } from './setting';

const DOCS = 'docs/configuration.md';
const ENV = '.env.example';
const COMPOSE = 'docker-compose.yml';
const CHART = 'deploy/helm/saphan';

interface Described {
  readonly name: string;
  readonly type: z.ZodType;
  readonly meta: ReturnType<typeof metaOf>;
}

/** The text of each file that contains settings. `read` returns the present text of a file. */
export function settingDocuments(read: (file: string) => string): Readonly<Record<string, string>> {
  const replaced = (file: string, lines: readonly string[]) => ({
    [file]: replaceRegion(file, read(file), lines),
  });
  return {
    ...replaced(DOCS, [
      ...bySection((title, all) => ['', `### ${title}`, '', ...tableOf(all)]),
      '',
    ]),
    ...replaced(
      ENV,
      bySection((title, all) => ['', `## ${title}`, '', ...all.flatMap(envLines)]),
    ),
    ...replaced(COMPOSE, described.flatMap(composeLine)),
    ...replaced(`${CHART}/values.yaml`, described.flatMap(valueLines)),
    [`${CHART}/values.schema.json`]: `${JSON.stringify(valuesSchema(), null, 2)}\n`,
    [`${CHART}/templates/_settings.tpl`]: chartTemplate(),
  };
}

const describe = (settings: Settings): readonly Described[] =>
  Object.entries(settings).map(([name, type]) => ({ name, type, meta: metaOf(name, type) }));

const described = Object.values(sections).flatMap(describe);

const bySection = (
  linesOf: (title: string, settings: readonly Described[]) => readonly string[],
): readonly string[] =>
  Object.entries(sections).flatMap(([title, settings]) => linesOf(title, describe(settings)));

/** Between the lines with `begin settings` and `end settings`. Throws if a file lacks them. */
function replaceRegion(file: string, text: string, lines: readonly string[]): string {
  const region = /^(.*\bbegin settings\b.*\n)[^]*?^(.*\bend settings\b)/m;
  if (!region.test(text)) throw new Error(`${file} has no lines "begin settings", "end settings".`);
  const written = lines.map((line) => `${line}\n`).join('');
  return text.replace(region, (_all, begin: string, end: string) => `${begin}${written}${end}`);
}

const tableOf = (settings: readonly Described[]): readonly string[] => [
  '| Variable | Default | |',
  '|---|---|---|',
  ...settings.map(({ name, type, meta }) => {
    const description = `${meta.description}${meta.secret === true ? ' *Secret.*' : ''}`;
    return `| \`${name}\` | ${defaultOf(type, meta) ?? 'none'} | ${description} |`;
  }),
];

/** In Markdown. Undefined: none. */
function defaultOf(type: z.ZodType, { fallback }: Described['meta']): string | undefined {
  if (fallback !== undefined) return fallback;
  const { default: value } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  if (value === undefined) return undefined;
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value);
}

function envLines({ name, type, meta }: Described): readonly string[] {
  const { compose = {} } = meta;
  if ('fixed' in compose) return [];
  const fallback = compose.default ?? defaultOf(type, meta);
  const sentences = [
    meta.description,
    compose.note,
    compose.required === undefined ? fallback && `Default: ${fallback}.` : 'Required.',
  ];
  const text = plain(sentences.filter((each) => each !== undefined).join(' '));
  return [...comment(text, '# '), `${name}=${compose.example ?? ''}`];
}

function composeLine({ name, meta: { compose = {} } }: Described): readonly string[] {
  if ('fixed' in compose) return [];
  const otherwise =
    compose.required === undefined ? `:-${compose.default ?? ''}` : `:?${compose.required}`;
  return [`  ${name}: \${${name}${otherwise}}`];
}

const isChartValue = ({ meta: { chart = {}, secret } }: Described): boolean =>
  !('fixed' in chart) && secret !== true;

function valueLines(setting: Described): readonly string[] {
  const { chart = {} } = setting.meta;
  if (!isChartValue(setting) || 'fixed' in chart) return [];
  const note = chart.note === undefined ? [] : comment(plain(chart.note), '  # ');
  return [...note, `  ${setting.name}: '${chart.value ?? ''}'`];
}

const valuesSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment: 'Written by `npm run settings` from src/settings.',
  type: 'object',
  properties: {
    settings: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        described
          .filter(isChartValue)
          .map(({ name, meta }) => [
            name,
            { description: plain(meta.description), type: ['string', 'boolean'] },
          ]),
      ),
    },
  },
});

function chartTemplate(): string {
  const isRequired = ({ meta: { chart = {} } }: Described) =>
    !('fixed' in chart) && chart.isRequired === true;
  const required = described.filter((each) => isRequired(each) && isChartValue(each));
  const secret = described.filter(
    ({ meta: { chart = {}, secret } }) => secret === true && !('fixed' in chart),
  );
  return [
    '{{- /* Written by `npm run settings` from src/settings. */}}',
    '{{- define "saphan.requiredSettings" -}}',
    ...required.map(({ name }) => `- ${name}`),
    '{{- end }}',
    '',
    '{{- /* Keys of the Secret, and whether it may lack them. */}}',
    '{{- define "saphan.secretSettings" -}}',
    ...secret.map((each) => `${each.name}: ${!isRequired(each)}`),
    '{{- end }}',
    '',
  ].join('\n');
}

/** Markdown without marks. A link becomes its text and the path of its document. */
function plain(markdown: string): string {
  const pathOf = (file: string) => `docs/${file === '' ? 'configuration.md' : file}`;
  const link = /\[([^\]]+)\]\(([^)#]*)(?:#[^)]*)?\)/.source;
  return markdown
    .replaceAll(
      new RegExp(`\\(${link}\\)`, 'g'),
      (_all, text: string, file: string) => `(${pathOf(file)}, "${text}")`,
    )
    .replaceAll(
      new RegExp(link, 'g'),
      (_all, text: string, file: string) => `${text} (${pathOf(file)})`,
    )
    .replaceAll('`', '');
}

/** Lines of up to 100 columns. */
function comment(text: string, prefix: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= 100) lines.push(prefix + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
