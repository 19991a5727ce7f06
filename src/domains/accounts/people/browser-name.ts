const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };

/** A browser's user agent in a few words of ours: Chrome on Windows. */
export function browserName(userAgent: string | null): string {
  const [, name] = /\b(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent ?? '') ?? [];
  const [, system] = /\b(Windows|Macintosh|Android|iPhone|iPad|Linux)\b/.exec(userAgent ?? '') ?? [];
  return [name ? (NAMES[name] ?? name) : 'Unknown browser', system].filter(Boolean).join(' on ');
}
