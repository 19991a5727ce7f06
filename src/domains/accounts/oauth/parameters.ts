import { AppError } from '../../../kit/error.ts';

/** The form's parameters by name. A parameter with an empty value counts as not sent (RFC 6749, section 3.1). */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Throws invalid_request when the parameter is missing. */
export function requireParameter(body: Parameters, name: string): string {
  const value = body[name];
  if (value === undefined) throw new AppError('invalid_request', `${name} is required.`);
  return value;
}
