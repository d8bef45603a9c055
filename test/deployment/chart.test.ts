import { parse } from 'yaml';
import { settingNames } from '../../src/config';
import { fileSettings, fixedSettings, secretSettings } from './chart';
import { read } from './installation';

const chart = 'deploy/helm/saphan';
const { settings } = parse(read(`${chart}/values.yaml`)) as { settings: Record<string, string> };
const template = read(`${chart}/templates/_helpers.tpl`);

it('every setting of the gateway is in the chart, once, or fixed', () => {
  const all = [
    ...Object.keys(settings),
    ...Object.keys(fixedSettings),
    ...secretSettings,
    ...fileSettings,
  ];
  expect(new Set(all)).toEqual(new Set(settingNames));
  expect(all).toHaveLength(settingNames.length);
});

it('the template reads exactly the secrets and files from Secrets', () => {
  const named = new Set([...template.matchAll(/\b[A-Z][A-Z_]{5,}/g)].map(([name]) => name));
  const required = ['PUBLIC_URL', 'TEMPORAL_ADDRESS'];
  expect(named).toEqual(new Set([...secretSettings, ...fileSettings, ...required, 'SIGTERM']));
});

it('the schema of the values names the same settings and admits no other', () => {
  const schema = JSON.parse(read(`${chart}/values.schema.json`)) as {
    properties: {
      settings: { additionalProperties: boolean; properties: Record<string, unknown> };
    };
  };
  const { additionalProperties, properties } = schema.properties.settings;
  expect(Object.keys(properties)).toEqual(Object.keys(settings));
  expect(additionalProperties).toBe(false);
});
