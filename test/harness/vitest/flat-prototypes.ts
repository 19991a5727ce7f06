// The pool makes objects and entry points from classes, and each time wraps the prototype in a Proxy around
// the previous Proxy. Lookups then pass through all of them, and a process with many files becomes slower
// with each. One Proxy around such a prototype is enough.

/** How many nested Proxies were avoided in this process. */
const once = globalThis as { sparedProxies?: number };
if (once.sparedProxies === undefined) {
  once.sparedProxies = 0;
  const Original = globalThis.Proxy;
  const prototypes = new WeakSet<object>();
  globalThis.Proxy = new Original(Original, {
    construct(target, [wrapped, handler]: [object, ProxyHandler<object>]) {
      if (prototypes.has(wrapped)) {
        once.sparedProxies!++;
        return wrapped;
      }
      const proxy = Reflect.construct(target, [wrapped, handler]) as object;
      if (String(handler.get).includes('getUnknownPrototypeKey')) prototypes.add(proxy);
      return proxy;
    },
  });
}

export const sparedProxies = (): number => once.sparedProxies!;
