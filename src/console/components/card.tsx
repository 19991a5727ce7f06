import type { Child, PropsWithChildren } from 'hono/jsx';

/** The head of a page: its title and its main action. */
export function PageHead({
  title,
  back,
  action,
  children,
}: PropsWithChildren<{ title: Child; back?: { href: string; label: string }; action?: Child }>) {
  return (
    <header class="page-head">
      {back && (
        <a class="back-link" href={back.href}>
          <span aria-hidden="true">← </span>
          {back.label}
        </a>
      )}
      <div class="page-head-row">
        <h1>{title}</h1>
        {action && <div class="page-head-action">{action}</div>}
      </div>
      {children && <p class="lead">{children}</p>}
    </header>
  );
}

export function Card({
  title,
  action,
  flush,
  children,
}: PropsWithChildren<{
  title?: Child;
  action?: Child;
  /** For content with its own padding, such as a table. */
  flush?: boolean;
}>) {
  return (
    <section class={flush ? 'card flush' : 'card'}>
      {(title || action) && (
        <header class="card-head">
          {title && <h2>{title}</h2>}
          {action}
        </header>
      )}
      <div class="card-body">{children}</div>
    </section>
  );
}

/** Cards in a row, as many as fit. */
export function Cards({ children }: PropsWithChildren) {
  return <div class="cards">{children}</div>;
}

/** One key figure. */
export function Stat({
  label,
  value,
  hint,
  href,
}: {
  label: string;
  value: Child;
  hint?: Child;
  href?: string;
}) {
  return (
    <div class="stat">
      <p class="stat-label">{href ? <a href={href}>{label}</a> : label}</p>
      <p class="stat-value">{value}</p>
      {hint && <p class="stat-hint">{hint}</p>}
    </div>
  );
}

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** A status as a word. Its color only repeats what the word says. */
export function Badge({ tone = 'neutral', children }: PropsWithChildren<{ tone?: BadgeTone }>) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The facts about one record. Null values are shown as a dash. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: Child])[] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? <span class="quiet">—</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Sums below a table of amounts; the last one is what they come to. */
export function Totals({ totals }: { totals: readonly (readonly [label: string, value: Child])[] }) {
  return (
    <dl class="totals">
      {totals.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The initials of a person or record without a picture. */
export function Avatar({
  name,
  src,
  size = 'small',
}: {
  name: string;
  src?: string | null;
  size?: 'small' | 'large';
}) {
  const side = size === 'large' ? 48 : 32;
  if (src) return <img class={`avatar ${size}`} src={src} width={side} height={side} alt="" />;
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span class={`avatar ${size}`} aria-hidden="true">
      {initials || '?'}
    </span>
  );
}

/** Placeholder lines for content that a script still loads. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, () => (
        <span class="skeleton-line" />
      ))}
    </div>
  );
}

/** Links to pages that belong together. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; label: string; current: boolean }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
