import { Fragment, options, type ComponentChildren, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';

/** Preact escapes every text and every value of an attribute. */
export const renderHtml = (page: VNode): string => renderToString(page);

export const renderDocument = (page: VNode): string => `<!doctype html>\n${renderToString(page)}\n`;

/** Inserts HTML of our own unescaped. Never text from a request or from the database. */
export const Raw = ({ html }: { readonly html: string }): VNode => jsxTemplate([html]) as VNode;

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * Isolates each text with bidirectional controls, so that it cannot reorder the text around it.
 * Browsers isolate the values of attributes themselves.
 */
options.vnode = (vnode) => {
  if (typeof vnode.type === 'string' || vnode.type === Fragment) {
    const props = vnode.props as { children?: ComponentChildren };
    if (props.children !== undefined) props.children = withIsolates(props.children);
  }
};

function withIsolates(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return controls.test(children) ? isolated(children) : children;
  return Array.isArray(children) ? children.map(withIsolates) : children;
}

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
