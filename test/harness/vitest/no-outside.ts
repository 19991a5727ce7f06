// Keeps tests on this machine. Requests to other hosts are refused at once, without a DNS lookup, about which
// workerd would print long messages.

const once = globalThis as { staysInside?: true };
if (!once.staysInside) {
  once.staysInside = true;
  const real = globalThis.fetch;
  globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    if (protocol.startsWith('http') && !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname))
      throw new TypeError('Network connection lost.');
    return await real(input, init);
  }) as typeof fetch;
}

export {};
