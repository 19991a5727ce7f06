// The window of ours that a frame opens by a click: where its person signs in, says yes, or confirms what moves money.
import { fromWindow, type ToWindow } from './window-messages.ts';

/** What comes back: something to fetch the person's token with, or that something was done, or that it was closed. */
export type Heard =
  | { type: 'code'; session: string; code: string; verifier: string }
  | { type: 'done'; what: string }
  | { type: 'closed' };

export interface OwnWindow {
  /** The address of a page of the window. */
  address(page: string, more?: string): string;
  /** Opens it; false where the browser blocks it. Only within a click. */
  open(page: string, more?: string): boolean;
  /** Before a link opens it in place of `open`. */
  expect(): void;
}

const LOOK_MS = 1_000;
const FEATURES = 'popup,width=480,height=760';

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');

/** @param session the frame's session of now. */
export function newOwnWindow(
  session: () => string,
  language: () => string,
  heard: (what: Heard) => void,
): OwnWindow {
  let verifier = '';
  let asked = '';
  let challenge: Promise<string> | null = null;
  let watch: ReturnType<typeof setInterval> | undefined;

  const expect = () => {
    verifier = hex(crypto.getRandomValues(new Uint8Array(32)));
    asked = session();
    challenge = crypto.subtle
      .digest('SHA-256', new TextEncoder().encode(verifier))
      .then((digest) => hex(new Uint8Array(digest)));
  };
  const address = (page: string, more = '') =>
    `/embed/window/${session()}${page}?lang=${language()}${more && `&${more}`}`;

  addEventListener('message', async ({ source, origin, data }: MessageEvent) => {
    const from = source as Window | null;
    // Only a window of ours that this very frame opened.
    if (!challenge || origin !== location.origin || !from || from.opener !== window) return;
    const message = fromWindow(data);
    if (message?.type === 'service-window-hello') {
      const answer: ToWindow = { type: 'service-window-connect', session: asked, challenge: await challenge };
      from.postMessage(answer, location.origin);
    } else if (message?.type === 'service-window-code') {
      heard({ type: 'code', session: asked, code: message.code, verifier });
      challenge = null;
    } else if (message) heard({ type: 'done', what: message.what });
  });

  return {
    address,
    expect,
    open: (page, more) => {
      expect();
      const opened = window.open(address(page, more), '_blank', FEATURES);
      clearInterval(watch);
      if (!opened) return false;
      // A page of others may have cut the two off from each other: then this is all that is heard.
      watch = setInterval(() => {
        if (!opened.closed) return;
        clearInterval(watch);
        heard({ type: 'closed' });
      }, LOOK_MS);
      return true;
    },
  };
}

/** Browsers within apps, in which a window of its own does not come back. */
export const isInApp = (agent: string): boolean =>
  /\b(?:FBAN|FBAV|Instagram|musical_ly|BytedanceWebview|TikTok|Snapchat|Line|Pinterest|LinkedInApp)\b|; wv\)/i.test(
    agent,
  );
