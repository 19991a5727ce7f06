const SUFFIX = ' (copy)';

/** The default name of a copy. A long name is cut so that it has at most `most` characters including the suffix. */
export const copyName = (name: string, most: number): string => name.slice(0, most - SUFFIX.length) + SUFFIX;
