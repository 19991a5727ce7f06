// What a frame and the window that it opened say to each other. Both are pages of ours, and each message names our own
// origin as its reader: a window that another site opened, or a frame that another site put in place of ours, gets
// none. The frame gives the hash of a secret that it keeps; what the window hands over is of no use without it.
import { has } from './messages.ts';

export type FromWindow =
  | { type: 'service-window-hello' }
  /** What the person allowed: the frame fetches its token with this and with its secret. */
  | { type: 'service-window-code'; code: string }
  /** Something was done in the window: `withdrawal`, `payouts`. */
  | { type: 'service-window-done'; what: string };

/** The frame's answer to a window that it opened. */
export interface ToWindow {
  type: 'service-window-connect';
  session: string;
  challenge: string;
}

const is = (wanted: string) => (value: unknown) => value === wanted;
const fits = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);

export function fromWindow(data: unknown): FromWindow | null {
  const known =
    has(data, { type: is('service-window-hello') }) ||
    has(data, { type: is('service-window-code'), code: fits(/^[0-9A-Za-z]{43}$/) }) ||
    has(data, { type: is('service-window-done'), what: fits(/^[a-z]{1,20}$/) });
  return known ? (data as FromWindow) : null;
}

export function toWindow(data: unknown): ToWindow | null {
  const known = has(data, {
    type: is('service-window-connect'),
    session: fits(/^emb_[0-9a-z]{26}$/),
    challenge: fits(/^[0-9a-f]{64}$/),
  });
  return known ? (data as ToWindow) : null;
}
