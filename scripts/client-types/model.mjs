// The wire types of the merchant operations, read from docs/openapi.json. Node modules only.

/** More values than this are an enumeration of their own: that of the event names. */
const LITERALS_MAX = 8;

/** The types of event data have these names; the event itself has the name in the document. */
const eventData = /^(.+)Event$/;

/** Names of nested types that their field would name badly. */
const betterNames = {
  Attempt: 'DeliveryAttempt',
  Band: 'PriceBand',
  Data: 'DepositCreatedData',
  Entry: 'StatementEntry',
  Opening: 'BalancePair',
  PaymentEventDataPayer: 'EventPayer',
  RefundApproval: 'OrderApproval',
  Sum: 'StatementSum',
};

const pascal = (name) =>
  name.replace(/(^|[_-])([a-z])/g, (_match, _separator, letter) => letter.toUpperCase());

const singular = (name) => (name === 'entries' ? 'entry' : name.replace(/(?<=[^s])s$/, ''));

const lastPart = (reference) => reference.split('/').at(-1);

/** A schema without its texts and examples: equal shapes get one name. */
const shapeOf = (schema) =>
  JSON.stringify(schema, (key, value) =>
    ['description', 'example', 'default'].includes(key) && typeof value !== 'object'
      ? undefined
      : value,
  );

/** `{ types, operations, events }`: declarations, each after those that it names. */
export function readModel(document) {
  const types = new TypeReader(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.some((each) => each.merchantKey !== undefined))
      .map(([method, facts]) => operationOf(types, method, path, facts)),
  );
  const events = eventsOf(types, document);
  return { types: [...types.declared.values()], operations, events };
}

/** Declares the type of each schema that it reads, once. */
class TypeReader {
  declared = new Map();
  #shapes = new Map();
  #document;

  constructor(document) {
    this.#document = document;
  }

  /** `place`: the field and its owner, which name a nested type; whether callers write it. */
  typeOf(schema, place) {
    if (schema.$ref !== undefined) {
      return { ref: this.declareNamed(lastPart(schema.$ref), place.input) };
    }
    const kinds = [schema.type].flat();
    const [kind = 'null'] = kinds.filter((each) => each !== 'null');
    const isNullable = kinds.includes('null') && kinds.length > 1;
    return { ...this.#plainTypeOf(kind, schema, place), ...(isNullable ? { nullable: true } : {}) };
  }

  declareNamed(schemaName, input) {
    const name = eventData.test(schemaName) ? `${schemaName}Data` : schemaName;
    if (this.declared.has(name)) return name;
    return this.declare(name, this.#document.components.schemas[schemaName], input);
  }

  declare(name, schema, input) {
    if (this.declared.has(name)) throw new Error(`two types have the name ${name}`);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => ({
      name: field,
      type: this.typeOf(value, { field, owner: name, input }),
      isRequired: required.has(field),
      doc: value.description ?? null,
    }));
    this.declared.set(name, { name, doc: schema.description ?? null, input, fields });
    return name;
  }

  resolve(part) {
    if (part.$ref === undefined) return part;
    const keys = part.$ref.split('/').slice(1);
    return keys.reduce((inside, key) => inside[key], this.#document);
  }

  #plainTypeOf(kind, schema, place) {
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values !== undefined) {
      const literals = values.filter((value) => value !== null);
      return literals.length > LITERALS_MAX ? { ref: this.#declareEvents(literals) } : { literals };
    }
    if (kind === 'array') return { list: this.typeOf(schema.items, place) };
    if (kind === 'object') {
      if (schema.properties === undefined) return { kind: 'map' };
      const isEmpty = Object.keys(schema.properties).length === 0;
      return isEmpty ? { kind: 'empty' } : { ref: this.#declareNested(schema, place) };
    }
    const isDay = schema.anyOf?.some(({ format }) => format === 'date') === true;
    return { kind: isDay ? 'moment' : kind };
  }

  #declareEvents(literals) {
    const known = this.declared.get('EventName');
    if (known === undefined) this.declared.set('EventName', { name: 'EventName', literals });
    else if (JSON.stringify(known.literals) !== JSON.stringify(literals)) {
      throw new Error('two enumerations need a name');
    }
    return 'EventName';
  }

  #declareNested(schema, { field, owner, input }) {
    const shape = `${input} ${shapeOf({ ...schema, type: 'object' })}`;
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const short = pascal(singular(field));
    const isTaken = this.declared.has(short) || this.#document.components.schemas[short];
    const found = isTaken ? `${owner}${short}` : short;
    const name = betterNames[found] ?? found;
    this.#shapes.set(shape, name);
    return this.declare(name, { ...schema, description: undefined }, input);
  }
}

function operationOf(types, method, path, facts) {
  const { operationId: name, summary, requestBody, responses } = facts;
  const parameters = (facts.parameters ?? []).map((each) => types.resolve(each));
  const query = parameters.filter((each) => each.in === 'query');
  const body = requestBody?.content['application/json'].schema;
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const answer = success.content['application/json'].schema;
  return {
    name,
    summary,
    method: method.toUpperCase(),
    path,
    ids: parameters.filter((each) => each.in === 'path').map((each) => each.name),
    query: query.length === 0 ? null : declareQuery(types, name, query),
    body: body === undefined ? null : types.typeOf(body, { input: true }).ref,
    isBodyRequired: requestBody?.required === true,
    answer: types.typeOf(answer, { input: false }).ref,
  };
}

function declareQuery(types, operation, query) {
  const name = `${operation.replace(/^(list|read)/, '')}Query`;
  const properties = Object.fromEntries(
    query.map(({ name: parameter, schema, description = schema.description }) => [
      parameter,
      { ...schema, description },
    ]),
  );
  return types.declare(name, { properties }, true);
}

/** The events by the type of their data. */
function eventsOf(types, document) {
  const groups = new Map();
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    const { $ref } = post.requestBody.content['application/json'].schema.properties.data;
    const content = $ref === undefined ? null : types.declareNamed(lastPart($ref), false);
    const title = content === null ? 'PingEvent' : `${content.replace(/EventData$/, '')}Event`;
    const group = groups.get(title) ?? { title, content, names: [] };
    group.names.push(name);
    groups.set(title, group);
  }
  return [...groups.values()];
}
