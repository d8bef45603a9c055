/** Only the tag below creates it, so nothing reaches a page unescaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes interpolated values, for text and for quoted attributes. A text with bidirectional
 * controls is isolated: it cannot reorder the text around it.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let isInTag = false;
  const rendered = parts.map((part, index) => {
    isInTag = endsInTag(literals[index] ?? '', isInTag);
    return render(part, isInTag);
  });
  return new Html(String.raw({ raw: literals }, ...rendered));
}

function render(part: Part, isInTag: boolean): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((each) => render(each, isInTag)).join('');
  const text = String(part);
  const shown = !isInTag && controls.test(text) ? isolated(text) : text;
  return shown.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** True when a tag is open at the end of the literal. Browsers isolate the values of attributes. */
function endsInTag(literal: string, wasInTag: boolean): boolean {
  const [opened, closed] = [literal.lastIndexOf('<'), literal.lastIndexOf('>')];
  return opened === closed ? wasInTag : opened > closed;
}

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** The end of an isolate also ends the embeddings and overrides inside. */
function isolated(text: string): string {
  let depth = 1;
  let kept = FIRST_STRONG_ISOLATE;
  for (const character of text) {
    if (/[\u2066-\u2068]/.test(character)) depth += 1;
    else if (character === POP_ISOLATE) {
      if (depth === 1) continue;
      depth -= 1;
    }
    kept += character;
  }
  return kept + POP_ISOLATE.repeat(depth);
}
