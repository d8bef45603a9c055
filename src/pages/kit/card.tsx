import type { ComponentChildren } from 'preact';

interface Titled {
  /** Id of the heading, and the card's anchor. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** Beside the title: a state, or buttons. */
  readonly mark?: ComponentChildren;
}

interface Labelled {
  /** Read by screen readers only. */
  readonly label: string;
}

type CardProps = (Titled | Labelled) & {
  /** Without padding, for tables. */
  readonly flush?: boolean;
  readonly narrow?: boolean;
  readonly children?: ComponentChildren;
};

/** A section of a page. */
export function Card(props: CardProps) {
  const { flush = false, narrow = false, children } = props;
  const isTitled = 'title' in props;
  return (
    <section
      class={`card ${flush ? 'flush' : 'stack'}${narrow ? ' narrow' : ''}`}
      aria-labelledby={isTitled ? props.id : undefined}
      aria-label={isTitled ? undefined : props.label}>
      {isTitled && <Head {...props} className={flush ? 'card-head' : 'card-top'} />}
      {children}
    </section>
  );
}

function Head({ id, title, hint, mark, className }: Titled & { readonly className: string }) {
  const heading = <h2 id={id}>{title}</h2>;
  const described =
    hint === undefined ? (
      heading
    ) : (
      <div>
        {heading}
        <p class="soft">{hint}</p>
      </div>
    );
  if (className === 'card-top' && mark === undefined) return described;
  return (
    <div class={className}>
      {described}
      {mark}
    </div>
  );
}
