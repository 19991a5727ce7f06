// The pool makes objects and entry points from classes whose prototype it wraps in a Proxy whenever one is made, around the
// Proxy of the one before: what is looked up passes through all of them, and a process of many files takes longer with
// each. One Proxy around such a prototype is enough.

const once = globalThis as { prototypesAreFlat?: true };
if (!once.prototypesAreFlat) {
  once.prototypesAreFlat = true;
  const Original = globalThis.Proxy;
  const prototypes = new WeakSet<object>();
  globalThis.Proxy = new Original(Original, {
    construct(target, [wrapped, handler]: [object, ProxyHandler<object>]) {
      if (prototypes.has(wrapped)) return wrapped;
      const proxy = Reflect.construct(target, [wrapped, handler]) as object;
      if (String(handler.get).includes('getUnknownPrototypeKey')) prototypes.add(proxy);
      return proxy;
    },
  });
}
