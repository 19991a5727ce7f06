const SUFFIX = ' (copy)';

/** What a copy is called when nobody says otherwise. It ends as copies do, cut to `most` characters. */
export const copyName = (name: string, most: number): string => name.slice(0, most - SUFFIX.length) + SUFFIX;
