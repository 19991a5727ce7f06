const SUFFIX = ' (copy)';

/** The default name of a copy. The suffix is kept and the rest is cut, to `most` characters together. */
export const copyName = (name: string, most: number): string => name.slice(0, most - SUFFIX.length) + SUFFIX;
