// The pages of the reference, from the OpenAPI document of the merchants' API.
import { sample } from 'openapi-sampler';
import { samplesOf } from './call-samples.mjs';
import { Fields } from './fields.mjs';
import { codeBlock } from './highlight.mjs';
import { wideTable } from './markdown.mjs';

const JSON_TYPE = 'application/json';

/** In a language. `inline` renders the Markdown of descriptions, `tabs` samples. */
export class Reference {
  constructor(document, { plan, texts, inline, translate, tabs }) {
    this.document = document;
    this.plan = plan;
    this.texts = texts;
    this.inline = inline;
    this.tabs = tabs;
    this.text = (english) => {
      const own = translate(english);
      return own === undefined ? `<span lang="en">${inline(english)}</span>` : inline(own);
    };
    this.fields = new Fields({ references: plan.references, texts, text: this.text });
  }

  /** The operations and objects of a tag. */
  page({ tag, operations, objects }) {
    return (
      `<h1>${this.text(tag.name)}</h1><p>${this.text(tag.description)}</p>` +
      `${operations.map((operation) => this.operation(operation)).join('')}` +
      this.objects(objects)
    );
  }

  events() {
    const { texts, document, plan } = this;
    const events = Object.entries(document.webhooks);
    const [[, { post }]] = events;
    const signed = post.parameters.map((header) => ({ ...header, anchor: header.name }));
    return (
      `<h1>${texts.events}</h1><p>${this.inline(texts.eventsIntro)}</p>` +
      `<h2 id="headers">${texts.headers}</h2>${this.fields.rows(signed)}` +
      `${events.map((event) => this.event(event)).join('')}${this.objects(plan.events.objects)}`
    );
  }

  /** A code with several statuses or meanings has one anchor, on its first row. */
  errors() {
    const { texts, text } = this;
    const seen = new Set();
    const body = this.document['x-error-codes'].map(({ code, status, message, remedy }) => {
      const anchor = seen.has(code) ? '' : ` id="error-${code}"`;
      seen.add(code);
      return (
        `<tr${anchor}><td><code>${code}</code></td><td>${status}</td>` +
        `<td>${text(message)}</td><td>${text(remedy)}</td></tr>`
      );
    });
    const titles = [texts.code, texts.status, texts.meaning, texts.remedy];
    const head = `<tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr>`;
    return wideTable(head, body.join(''));
  }

  operation(operation) {
    const { path, method, facts } = operation;
    const id = facts.operationId;
    return (
      `<section class="operation"><h2 id="${id}">` +
      `<a class="anchor" href="#${id}">${this.text(facts.summary)}</a></h2>` +
      `<p class="call"><b>${method.toUpperCase()}</b> <code>${path}</code></p>` +
      `<p>${this.text(facts.description ?? '')}</p>` +
      this.parametersOf(facts) +
      this.bodyOf(facts) +
      `<h3>${this.texts.request}</h3>${this.tabs(samplesOf(operation))}` +
      `${this.responseOf(facts)}${this.errorsOf(facts)}</section>`
    );
  }

  parametersOf({ operationId, parameters = [] }) {
    const all = parameters.map((parameter) => this.resolved(parameter));
    const group = (places, title) => {
      const chosen = all
        .filter((parameter) => places.includes(parameter.in))
        .map((parameter) => ({ ...parameter, anchor: `${operationId}.${parameter.name}` }));
      return chosen.length === 0 ? '' : `<h3>${title}</h3>${this.fields.rows(chosen)}`;
    };
    const { parameters: title, headers } = this.texts;
    return group(['path', 'query'], title) + group(['header'], headers);
  }

  bodyOf({ operationId, requestBody }) {
    if (requestBody === undefined) return '';
    const { schema } = requestBody.content[JSON_TYPE];
    const link = this.fields.linkOf(schema);
    if (link !== '') return `<h3>${this.texts.body}: ${link}</h3>`;
    return `<h3>${this.texts.body}</h3>${this.fields.listOf(schema, `${operationId}.body`, true)}`;
  }

  responseOf({ operationId, responses }) {
    const [status, { content = {} }] = Object.entries(responses).find(([each]) => each < '300');
    const title = `${this.texts.response} ${status}`;
    const json = content[JSON_TYPE];
    if (json === undefined) {
      const types = Object.keys(content).map((type) => `<code>${type}</code>`);
      return `<h3>${title}</h3><p>${types.join(' ')}</p>`;
    }
    const link = this.fields.linkOf(json.schema);
    const fields = link === '' ? this.fields.listOf(json.schema, `${operationId}.response`) : '';
    const example = json.example ?? this.exampleOf(json.schema);
    return `<h3>${title}${link && `: ${link}`}</h3>${fields}${jsonBlock(example)}`;
  }

  errorsOf({ responses }) {
    const codes = Object.values(responses)
      .map((response) => this.resolved(response))
      .flatMap(({ content }) => codesIn(content?.[JSON_TYPE]?.schema))
      .map((code) => `<a href="errors.html#error-${code}"><code>${code}</code></a>`);
    return `<h3>${this.texts.errors}</h3><p class="codes">${[...new Set(codes)].join(' ')}</p>`;
  }

  objects(names) {
    return names.map((name) => this.object(name)).join('');
  }

  object(name) {
    const schema = this.document.components.schemas[name];
    return (
      `<section><h2 id="${name}"><a class="anchor" href="#${name}">${name}</a></h2>` +
      `${this.fields.listOf(schema, name, name.endsWith('Request'))}</section>`
    );
  }

  event([name, { post }]) {
    const { schema } = post.requestBody.content[JSON_TYPE];
    const link = this.fields.linkOf(schema.properties.data);
    return (
      `<section><h2 id="${name}"><a class="anchor" href="#${name}">${name}</a></h2>` +
      `<p>${this.text(`${post.summary}.`)} ${link && `${this.texts.eventObject}: ${link}`}</p>` +
      `${this.fields.listOf(schema, name)}${jsonBlock(this.exampleOf(schema))}</section>`
    );
  }

  exampleOf(schema) {
    return sample(schema, { quiet: true }, this.document);
  }

  resolved(part) {
    if (part.$ref === undefined) return part;
    const steps = part.$ref.slice(2).split('/');
    return steps.reduce((at, step) => at[step], this.document);
  }
}

const jsonBlock = (value) => codeBlock(JSON.stringify(value, null, 2), 'json');

function codesIn(schema) {
  const problem = schema?.anyOf?.[1] ?? schema;
  return problem?.properties?.error?.properties?.code?.enum ?? [];
}
