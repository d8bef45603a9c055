import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { read } from './installation';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export const ALERTS_FILE = 'deploy/prometheus/alerts.yml';
const DASHBOARDS = 'deploy/grafana';

export const alertRules: readonly AlertRule[] = (
  parse(read(ALERTS_FILE)) as { readonly groups: readonly { readonly rules: AlertRule[] }[] }
).groups.flatMap(({ rules }) => rules);

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const dashboards = readdirSync(path.join(__dirname, '..', '..', DASHBOARDS)).map(
  (file) => [file, JSON.parse(read(`${DASHBOARDS}/${file}`)) as Dashboard] as const,
);

/** The PromQL expressions of the dashboards, by file and panel. */
export const panelExpressions: readonly (readonly [string, string])[] = dashboards.flatMap(
  ([file, { panels }]) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [`${file}: ${title}`, expr] as const),
    ),
);
