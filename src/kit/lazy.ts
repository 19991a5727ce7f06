/** Loads a part of the service when it is first needed. */
export type Lazy<T> = () => Promise<T>;
