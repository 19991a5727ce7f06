/** Who can have done something: a person, an API key, a connected app, or a frame on a customer's site. */
export const CALLERS = ['person', 'key', 'app', 'embed'] as const;
export type Caller = (typeof CALLERS)[number];
