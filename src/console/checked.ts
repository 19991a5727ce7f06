// Checks a form that needs no account against its schema, as `operate` does for operations.
import type * as z from 'zod';
import { AppError } from '../kit/error.ts';
import { readAs } from '../resource/field-issues.ts';

/** Throws validation_failed with the fields in its details. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = readAs(schema, value);
  if ('data' in read) return read.data;
  throw new AppError('validation_failed', 'Some fields are invalid.', { details: read.issues });
}
