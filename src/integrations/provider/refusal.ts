// Turns a refusal or an unreadable response into an error, in the same way for all providers.
import type * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import type { Provider, ProviderError, ProviderErrorFacts, ProviderErrorKind } from './error.ts';

interface Refused extends Pick<ProviderErrorFacts, 'retryAfterMs' | 'field' | 'platformCode'> {
  status: number;
  /** Whether the request was meant to change something. */
  writes: boolean;
}

/**
 * The error for a refusal. If the provider failed internally or its response is unreadable, the request may have taken
 * effect.
 */
export function refused<E extends ProviderError>(
  provider: Provider<E>,
  kind: ProviderErrorKind,
  { status, writes, retryAfterMs = null, field = null, platformCode = null }: Refused,
): E {
  const inside = status >= 500 || kind === 'transient' || kind === 'unreadable';
  return provider.error(kind, {
    mayHaveHappened: writes && inside,
    retryAfterMs: kind === 'rate_limited' ? retryAfterMs : null,
    field: kind === 'invalid' ? field : null,
    platformCode,
  });
}

/** The error for a response that is not in the provider's format, such as a proxy's error page. */
export function formless<E extends ProviderError>(
  provider: Provider<E>,
  { status, writes, retryAfterMs = MINUTE_MS }: Pick<Refused, 'status' | 'writes' | 'retryAfterMs'>,
): E {
  if (status === 429) return provider.error('rate_limited', { retryAfterMs });
  return provider.error(status >= 500 ? 'transient' : 'unreadable', { mayHaveHappened: writes });
}

/** The parsed response. Throws `unreadable` for an unexpected shape. */
export function readAs<S extends z.ZodType>(
  provider: Provider,
  shape: S,
  body: unknown,
  writes = false,
): z.output<S> {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw provider.error('unreadable', { mayHaveHappened: writes });
}

/** A given ID that is safe in a path or a query. Throws `invalid` when it has another format. */
export function idInPath(
  provider: Provider,
  shape: z.ZodType<string>,
  id: string | null | undefined,
  field: string,
): string {
  const read = shape.safeParse(id);
  if (read.success) return read.data;
  throw provider.error('invalid', { field });
}
