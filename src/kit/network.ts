/**
 * The smallest network that an internet provider gives one customer: an IPv4 address, or the /64 of an IPv6
 * address.
 */
export function networkOf(address: string): string {
  const [plain] = address.toLowerCase().split('%') as [string];
  if (!plain.includes(':')) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped) return mapped[1]!;
  const [head, tail] = plain.split('::') as [string, string | undefined];
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const behind = tail === '' ? [] : tail.split(':');
    while (groups.length + behind.length < 8) groups.push('0');
    groups.push(...behind);
  }
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** The address that a request comes from; null when the platform does not report it, as in tests. */
export function callersAddress(request: Request): string | null {
  return request.headers.get('cf-connecting-ip')?.slice(0, 64) ?? null;
}

/** The network that a request comes from; null when the platform does not report it, as in tests. */
export function callersNetwork(request: Request): string | null {
  const address = callersAddress(request);
  return address === null ? null : networkOf(address);
}
