import * as clock from '../kit/clock.ts';
import { newRequestId } from '../kit/ids.ts';

/** The caller's own Request-Id if it has 1 to 128 visible characters, or else a new one. */
export function requestIdOf(request: Request): string {
  const own = request.headers.get('request-id');
  return own !== null && /^[\x21-\x7e]{1,128}$/.test(own) ? own : newRequestId(clock.now());
}
