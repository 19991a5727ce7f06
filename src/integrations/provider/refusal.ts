// How an answer that refuses, or that nobody can read, becomes an error: the same for all providers.
import type * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import type { Provider, ProviderError, ProviderErrorFacts, ProviderErrorKind } from './error.ts';

interface Refused extends Pick<ProviderErrorFacts, 'retryAfterMs' | 'field' | 'platformCode'> {
  status: number;
  /** Whether the request was to change something. */
  writes: boolean;
}

/** The error of a refusal. What failed inside the provider, or can't be read, may have taken effect all the same. */
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

/** The error of an answer that is not in the provider's form, such as a page of a machine in front of it. */
export function formless<E extends ProviderError>(
  provider: Provider<E>,
  { status, writes, retryAfterMs = MINUTE_MS }: Pick<Refused, 'status' | 'writes' | 'retryAfterMs'>,
): E {
  if (status === 429) return provider.error('rate_limited', { retryAfterMs });
  return provider.error(status >= 500 ? 'transient' : 'unreadable', { mayHaveHappened: writes });
}

/** What an answer says. Throws `unreadable` for what is not in the shape. */
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

/** An ID that somebody named, safe to stand in a path or a query. Throws `invalid` for what is none. */
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
