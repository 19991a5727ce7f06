// Documents endpoints that are no routes of schemas, since they answer as an RFC has it.
import type * as z from 'zod';

/** What the reference says of an endpoint that is not made of schemas. */
export interface Documented {
  summary: string;
  description: string;
  query?: z.ZodType;
  /** Sent as application/x-www-form-urlencoded. */
  form?: z.ZodType;
  json?: z.ZodType;
  status: 200 | 201;
  /** Without one the body is empty. */
  output?: z.ZodType;
  /** It answers a person. */
  page?: true;
  /** By status, in words. */
  refusals: Readonly<Record<number, string>>;
}
