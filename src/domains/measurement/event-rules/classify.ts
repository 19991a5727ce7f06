import { isbot } from 'isbot';
import type { IncomingEvent } from '../../../pixel/event-body.ts';

const IN_APP: readonly [name: string, pattern: RegExp][] = [
  ['instagram', /\bInstagram\b/],
  ['tiktok', /\b(?:musical_ly|BytedanceWebview|TikTok|trill)/i],
  ['facebook', /\b(?:FBAN|FBAV|FB_IAB)\b/],
  ['snapchat', /\bSnapchat\b/],
];

/** The app whose built-in browser sent this user agent; null for other browsers. */
function inAppBrowserOf(userAgent: string): string | null {
  return IN_APP.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}

/** Marks an event as a bot's or as from an app's built-in browser, according to its user agent. */
export function classify(event: IncomingEvent): void {
  const { body } = event;
  if (body.userAgent === undefined) return;
  const app = inAppBrowserOf(body.userAgent);
  if (app) body.inAppBrowser = app;
  if (isbot(body.userAgent)) body.bot = true;
}
