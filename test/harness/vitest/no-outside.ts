// Nothing that a test does leaves the machine. What goes to an address elsewhere is refused at once, without a look-up of
// its name, which workerd would report at length.

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
