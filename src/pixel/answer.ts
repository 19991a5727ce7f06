// The responses of the pixel's endpoints. They are open to every origin; each event is checked for its
// origin.

import { BROWSER_SAFETY } from '../http/browser-safety.ts';
import { AppError } from '../kit/error.ts';
import { log } from '../kit/log.ts';
import { GIF } from './image.ts';
import {
  DEBUG_SCRIPT,
  DEBUG_SCRIPT_ETAG,
  SCRIPT,
  SCRIPT_ETAG,
  SHOP_SCRIPT,
  SHOP_SCRIPT_ETAG,
} from './script.generated.ts';

/** Also tells how many beacons a network may send to a pixel: BEACONS in wrangler.toml. */
const ALWAYS = { ...BROWSER_SAFETY, 'RateLimit-Policy': '"beacons";q=100;w=10' };

const NEVER_CACHED = 'no-store, no-cache, must-revalidate, private, max-age=0';

/** `?debug` on the script's URL selects the build that logs each step to the page's console. */
const ASKS_FOR_DEBUG = /\?(?:.*&)?debug(?:[=&]|$)/;

/** @param shop whether it is the script for storefronts that is asked for. */
export function scriptAnswer(request: Request, shop: boolean, requestId: string): Response {
  const [script, etag] = scriptOf(request.url, shop);
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=300',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etag,
    'Request-Id': requestId,
    ...ALWAYS,
  };
  const known = request.headers.get('if-none-match');
  // A cache that compressed the script uses a weak ETag: W/"…".
  if (known !== null && (known === '*' || known.includes(etag))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : script, { headers });
}

function scriptOf(url: string, shop: boolean): [script: string, etag: string] {
  if (shop) return [SHOP_SCRIPT, SHOP_SCRIPT_ETAG];
  return ASKS_FOR_DEBUG.test(url) ? [DEBUG_SCRIPT, DEBUG_SCRIPT_ETAG] : [SCRIPT, SCRIPT_ETAG];
}

/**
 * Kept for the isolate's life: copying it is cheaper than building headers from an object for each beacon.
 */
const TAKEN = new Headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', ...ALWAYS });

/** 202 for an accepted event; 204 for an event that does not count, without saying why. */
export function taken(status: 202 | 204, requestId: string, cookie: string | null = null): Response {
  const response = new Response(null, { status, headers: TAKEN });
  response.headers.set('Request-Id', requestId);
  if (cookie !== null) response.headers.set('Set-Cookie', cookie);
  return response;
}

export function imageAnswer(requestId: string): Response {
  return new Response(GIF, {
    status: 202,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': NEVER_CACHED,
      'Content-Type': 'image/gif',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Request-Id': requestId,
      ...ALWAYS,
    },
  });
}

export function preflightAnswer(methods: string, requestId: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'Content-Type, Request-Id',
      'Access-Control-Max-Age': '86400',
      'Request-Id': requestId,
      ...ALWAYS,
    },
  });
}

/**
 * Any failure, in the API's envelope. An error that is not an AppError is logged and answered with 503: try
 * again.
 */
export function refusal(error: unknown, requestId: string): Response {
  const known = error instanceof AppError ? error : unavailable(error, requestId);
  const body = { code: known.code, message: known.message, details: known.details, requestId };
  return new Response(JSON.stringify({ error: body }), {
    status: known.status,
    headers: {
      ...ALWAYS,
      ...known.headers,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      'Request-Id': requestId,
    },
  });
}

function unavailable(error: unknown, requestId: string): AppError {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', { requestId, at: 'pixel', error: reason });
  return new AppError('unavailable', 'The event could not be taken. Send it again.', {
    headers: { 'Retry-After': '5' },
  });
}
