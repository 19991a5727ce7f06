// The pool makes objects and entry points from classes whose prototype it wraps in a Proxy whenever one is made, around the
// Proxy of the one before: what is looked up passes through all of them, and a process of many files takes longer with
// each. One Proxy around such a prototype is enough.

/** How often a Proxy around such a Proxy was spared in this process. */
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
