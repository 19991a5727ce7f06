import { isbot } from 'isbot';
import type { IncomingEvent } from '../../../pixel/event-body.ts';

const IN_APP: readonly [name: string, pattern: RegExp][] = [
  ['instagram', /\bInstagram\b/],
  ['tiktok', /\b(?:musical_ly|BytedanceWebview|TikTok|trill)/i],
  ['facebook', /\b(?:FBAN|FBAV|FB_IAB)\b/],
  ['snapchat', /\bSnapchat\b/],
];

/** The app whose built-in browser a user agent belongs to; null for a browser of its own. */
function inAppBrowserOf(userAgent: string): string | null {
  return IN_APP.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}

/** Adds what the user agent tells: a bot, or an app's built-in browser. */
export function classify(event: IncomingEvent): void {
  const { body } = event;
  if (body.userAgent === undefined) return;
  const app = inAppBrowserOf(body.userAgent);
  if (app) body.inAppBrowser = app;
  if (isbot(body.userAgent)) body.bot = true;
}
