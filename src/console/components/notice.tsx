import type { Child, PropsWithChildren } from 'hono/jsx';
import { Icon } from './icon.tsx';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

const ICONS = { info: 'info', success: 'check', warning: 'alert', danger: 'alert' } as const;

/** A message that stays on the page. Screen readers read errors out at once. */
export function Notice({
  tone = 'info',
  title,
  children,
}: PropsWithChildren<{ tone?: Tone; title?: string }>) {
  return (
    <div class={`notice ${tone}`} role={tone === 'danger' ? 'alert' : 'note'}>
      <Icon name={ICONS[tone]} />
      <div>
        {title && <p class="notice-title">{title}</p>}
        {children && <div class="notice-text">{children}</div>}
      </div>
    </div>
  );
}

/** The ID of the last element of a page. */
export const TOASTS = 'toasts';

/** The message of the page before. It disappears by itself if scripts run, and stays otherwise. */
export function Toast({ text }: { text: string | null }) {
  return (
    <div class="toasts" id={TOASTS} role="status" aria-live="polite">
      {text !== null && (
        <p class="toast">
          <Icon name="check" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

/** A list or page without content: why it is empty, and what to do next. */
export function EmptyState({
  title,
  icon = 'inbox',
  children,
  action,
}: PropsWithChildren<{ title: string; icon?: Parameters<typeof Icon>[0]['name']; action?: Child }>) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={24} />
      </span>
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
      {action && <div class="empty-action">{action}</div>}
    </div>
  );
}
