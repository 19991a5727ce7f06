// Forms that programs send. The pages handle people's forms themselves.
import { AppError } from '../kit/error.ts';
import { readText } from './body.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The parameters of a form, each at most once; one without a value counts as absent (RFC 6749, section 3.2).
 * Throws unsupported_media_type, payload_too_large or invalid_request.
 */
export async function readParameters(
  request: Request,
  limit: number,
): Promise<Record<string, string | undefined>> {
  if (!FORM.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  const text = await readText(request, limit);
  const found = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const [name, value] = nameAndValue(part);
    if (found.has(name)) throw new AppError('invalid_request', 'A parameter was sent twice.');
    found.set(name, value);
  }
  return Object.fromEntries([...found].filter(([, value]) => value !== ''));
}

function nameAndValue(part: string): [string, string] {
  const at = part.indexOf('=');
  try {
    return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
  } catch {
    throw new AppError('invalid_request', 'The body is not a form: a percent sign without its digits.');
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
