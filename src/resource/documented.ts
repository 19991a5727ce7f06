// Documents endpoints that have no schemas, because an RFC defines their answers.
import type * as z from 'zod';

/** The reference's text about an endpoint without schemas. */
export interface Documented {
  /** The group that it stands in; `Apps` unless said. */
  tag?: string;
  summary: string;
  description: string;
  query?: z.ZodType;
  /** Sent as application/x-www-form-urlencoded. */
  form?: z.ZodType;
  json?: z.ZodType;
  status: 101 | 200 | 201;
  /** Without one, the body is empty. */
  output?: z.ZodType;
  /** Set when it answers a person with a page. */
  page?: true;
  /** By status, in words. */
  refusals: Readonly<Record<number, string>>;
}
