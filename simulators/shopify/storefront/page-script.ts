// The scripts of the shop's pages, as text: the Customer Privacy API, the platform's banner, and the manager of custom pixels.
// `window.Shopify` begins in the page itself (pages.ts); these come deferred, as on the platform, so a script in the theme's
// head that looks for them at once finds nothing.

/** Defines `Shopify.loadFeatures`, and `Shopify.customerPrivacy` when somebody asks for it. */
export const FEATURES = `(() => {
  const { consentRequired, broken, banner } = Shopify.__sim;
  const PURPOSES = ['analytics', 'marketing', 'preferences', 'sale_of_data'];
  const stored = () => {
    const found = /(?:^|; )_tracking_consent=([^;]*)/.exec(document.cookie);
    return found ? JSON.parse(decodeURIComponent(found[1])) : {};
  };
  const current = () => {
    const said = stored();
    const consent = Object.fromEntries(PURPOSES.map((name) => [name, said[name] || '']));
    if (navigator.globalPrivacyControl) consent.sale_of_data = 'no';
    return consent;
  };
  const allowed = (name) => {
    const answer = current()[name];
    if (name === 'sale_of_data') return answer !== 'no' && (answer === 'yes' || !consentRequired);
    return answer === 'yes' || (answer === '' && !consentRequired);
  };
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail: detail || {} }));
  const privacy = {
    currentVisitorConsent: current,
    analyticsProcessingAllowed: () => allowed('analytics'),
    marketingAllowed: () => allowed('marketing'),
    preferencesProcessingAllowed: () => allowed('preferences'),
    saleOfDataAllowed: () => allowed('sale_of_data'),
    firstPartyMarketingAllowed: () => allowed('marketing'),
    thirdPartyMarketingAllowed: () => allowed('sale_of_data'),
    userCanBeTracked: () => PURPOSES.every(allowed),
    getTrackingConsent: () => {
      const answers = ['analytics', 'marketing', 'preferences'].map((name) => current()[name]);
      return answers.includes('no') ? 'no' : answers.includes('') ? 'no_interaction' : 'yes';
    },
    getRegion: () => (consentRequired ? 'DEBE' : 'USTX'),
    saleOfDataRegion: () => false,
    shouldShowBanner: () => consentRequired && Object.keys(stored()).length === 0,
    setTrackingConsent(consent, callback) {
      if (typeof consent === 'boolean') consent = { analytics: consent, marketing: consent, preferences: consent };
      if (typeof consent !== 'object' || consent === null) throw TypeError('setTrackingConsent must be called with a boolean or object consent value');
      if (typeof callback !== 'function') throw TypeError('setTrackingConsent must be called with a callback function');
      const unknown = Object.keys(consent).find((name) => !PURPOSES.includes(name) && name !== 'metafields' && name !== 'email');
      if (unknown) throw TypeError('Unrecognized consent option: ' + unknown);
      fetch('/set_tracking_consent.json', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(consent),
      }).then((answer) => {
        if (!answer.ok) throw Error('Consent was not stored.');
        for (const [name, word] of [['marketing', 'firstPartyMarketingConsent'], ['sale_of_data', 'thirdPartyMarketingConsent'], ['analytics', 'analyticsConsent'], ['preferences', 'preferencesConsent']]) {
          if (consent[name] !== undefined) tell(word + (consent[name] ? 'Accepted' : 'Declined'));
        }
        tell('visitorConsentCollected', {
          marketingAllowed: allowed('marketing'),
          saleOfDataAllowed: allowed('sale_of_data'),
          analyticsAllowed: allowed('analytics'),
          preferencesAllowed: allowed('preferences'),
          firstPartyMarketingAllowed: allowed('marketing'),
          thirdPartyMarketingAllowed: allowed('sale_of_data'),
        });
        const answers = PURPOSES.map(allowed);
        if (answers.every(Boolean)) tell('trackingConsentAccepted');
        if (!answers.some(Boolean)) tell('trackingConsentDeclined');
        callback();
      }).catch((error) => callback({ error: error.message }));
    },
  };
  Shopify.__sim.allowed = allowed;
  let loading = null;
  const load = () => (loading ??= new Promise((done, failed) => setTimeout(() => {
    if (broken) return failed(Error('Could not load consent-tracking-api'));
    Shopify.customerPrivacy = privacy;
    tell('shopifyCustomerPrivacyApiLoaded');
    done();
  }, 20)));
  Shopify.loadFeatures = (features, callback) => {
    const unknown = features.find(({ name }) => name !== 'consent-tracking-api');
    if (unknown) return void setTimeout(() => callback && callback(Error('Could not find feature ' + unknown.name)));
    load().then(() => callback && callback(null), (error) => callback && callback(error));
  };
  if (!banner) return;
  load().then(() => {
    if (!privacy.shouldShowBanner()) return;
    const box = document.createElement('div');
    box.id = 'shopify-pc__banner';
    box.innerHTML = '<p>We use cookies.</p><button id="shopify-pc__banner__btn-accept">Accept</button> <button id="shopify-pc__banner__btn-decline">Decline</button>';
    const answer = (yes) => () => {
      box.remove();
      privacy.setTrackingConsent({ analytics: yes, marketing: yes, preferences: yes, sale_of_data: yes }, () => undefined);
    };
    box.querySelector('#shopify-pc__banner__btn-accept').onclick = answer(true);
    box.querySelector('#shopify-pc__banner__btn-decline').onclick = answer(false);
    document.body.append(box);
  }, () => undefined);
})();`;

/** Starts custom pixels in frames of their own and hands them the page's events, those from before a yes too. */
export const PIXEL_MANAGER = String.raw`(() => {
  const { pixels, events, init, servedAt } = Shopify.__sim;
  const copy = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const place = () => copy(location, ['hash', 'host', 'hostname', 'href', 'origin', 'pathname', 'port', 'protocol', 'search']);
  const context = () => ({
    document: { characterSet: document.characterSet, location: place(), referrer: document.referrer, title: document.title },
    navigator: { ...copy(navigator, ['cookieEnabled', 'language', 'userAgent']), languages: [...navigator.languages] },
    window: { ...copy(window, ['innerHeight', 'innerWidth', 'origin', 'outerHeight', 'outerWidth', 'pageXOffset', 'pageYOffset', 'screenX', 'screenY', 'scrollX', 'scrollY']), location: place(), screen: copy(screen, ['height', 'width']) },
  });
  const cookie = (name) => {
    const found = document.cookie.split('; ').find((one) => one.startsWith(name + '='));
    return found === undefined ? '' : found.slice(name.length + 1);
  };
  if (!cookie('_shopify_y')) document.cookie = '_shopify_y=' + crypto.randomUUID() + '; path=/; max-age=31536000; SameSite=Lax';
  const privacy = () => ({
    analyticsProcessingAllowed: Shopify.__sim.allowed('analytics'),
    marketingAllowed: Shopify.__sim.allowed('marketing'),
    preferencesProcessingAllowed: Shopify.__sim.allowed('preferences'),
    saleOfDataAllowed: Shopify.__sim.allowed('sale_of_data'),
  });
  const storage = (of) => ({
    getItem: (key) => of.getItem(key), setItem: (key, value) => of.setItem(key, value), removeItem: (key) => of.removeItem(key),
    clear: () => of.clear(), key: (at) => of.key(at), length: () => of.length,
  });
  const TOP = {
    cookie: {
      get: (name) => (name ? cookie(name) : document.cookie),
      set: (name, value) => { document.cookie = value === undefined ? name : name + '=' + value; return ''; },
    },
    localStorage: storage(localStorage),
    sessionStorage: storage(sessionStorage),
    sendBeacon: { send: (url, body) => navigator.sendBeacon(url, body) },
  };
  const frames = [];
  const past = [];
  let seq = 0;
  const start = (pixel, at) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts allow-forms';
    frame.style.display = 'none';
    frame.name = 'web-pixel-sandbox-CUSTOM-' + at;
    frame.src = '/wpm/custom/web-pixel-' + at + '@1/sandbox/modern' + location.pathname;
    const one = { frame, ready: false };
    frames.push(one);
    document.body.append(frame);
  };
  const post = ({ frame }, message) => frame.contentWindow.postMessage(message, '*');
  addEventListener('message', ({ source, data }) => {
    const one = frames.find(({ frame }) => frame.contentWindow === source);
    if (!one) return;
    if (data.ready) {
      post(one, { init: { context: context(), data: init, customerPrivacy: privacy() } });
      one.ready = true;
      for (const event of past) post(one, { event });
    }
    if (data.call) {
      const [of, what] = data.call;
      let result, error;
      try { result = TOP[of][what](...data.args); } catch (thrown) { error = String(thrown); }
      post(one, { answer: data.id, result, error });
    }
  });
  const publish = (name, data, type = 'standard') => {
    const event = { id: 'sh-' + crypto.randomUUID(), name, type, clientId: cookie('_shopify_y'), seq: seq++, timestamp: new Date(servedAt + new Event('now').timeStamp).toISOString(), context: context(), ...(type === 'custom' ? { customData: data } : { data }) };
    past.push(event);
    for (const one of frames) if (one.ready) post(one, { event });
  };
  Shopify.analytics = { publish: (name, data) => publish(name, data, 'custom') };
  const waiting = new Set(pixels.map((_, at) => at));
  const admit = () => {
    for (const at of waiting) {
      if (!pixels[at].needs.every((name) => Shopify.__sim.allowed(name))) continue;
      waiting.delete(at);
      start(pixels[at], at);
    }
  };
  document.addEventListener('visitorConsentCollected', () => {
    for (const one of frames) if (one.ready) post(one, { consent: privacy() });
    admit();
  });
  publish('page_viewed', {});
  for (const [name, data] of events) publish(name, data);
  admit();
  // As the platform does it: whatever a script puts into the cart is seen by its request.
  const real = window.fetch;
  window.fetch = async (...args) => {
    const answer = await real.apply(window, args);
    const url = String(args[0] && args[0].url ? args[0].url : args[0]);
    if (answer.ok && /\/cart\/add(\.js)?(\?|$)/.test(url)) {
      const added = await answer.clone().json().catch(() => null);
      for (const line of added ? added.items || [added] : []) publish('product_added_to_cart', { cartLine: { merchandise: { id: String(line.variant_id), title: line.variant_title, sku: line.sku, price: { amount: line.price / 100, currencyCode: Shopify.currency.active }, product: { id: String(line.product_id), title: line.product_title, url: line.url, vendor: line.vendor, type: line.product_type } }, quantity: line.quantity, cost: { totalAmount: { amount: line.final_line_price / 100, currencyCode: Shopify.currency.active } } } });
    }
    return answer;
  };
})();`;

/** Inside of a pixel's frame: the API of custom pixels, then the code that the merchant pasted. */
export const sandboxScript = (code: string): string => {
  const text = JSON.stringify(code).replaceAll('<', '\\u003c');
  return `(() => {
  const listeners = [];
  const consents = [];
  const past = [];
  const calls = new Map();
  const call = (of, what) => (...args) => new Promise((done, failed) => {
    const id = calls.size + 1;
    calls.set(id, { done, failed });
    parent.postMessage({ id, call: [of, what], args }, '*');
  });
  const storage = (of) => Object.fromEntries(['getItem', 'setItem', 'removeItem', 'clear', 'key', 'length'].map((what) => [what, call(of, what)]));
  const browser = {
    cookie: { get: call('cookie', 'get'), set: call('cookie', 'set') },
    localStorage: storage('localStorage'),
    sessionStorage: storage('sessionStorage'),
    sendBeacon: call('sendBeacon', 'send'),
  };
  const hears = (name, event) => name === event.name || name === 'all_events' || name === 'all_' + event.type + '_events';
  const run = (callback, event) => { try { const done = callback(event); if (done && done.catch) done.catch((error) => console.error(error)); } catch (error) { console.error(error); } };
  const analytics = { subscribe(name, callback) {
    listeners.push({ name, callback });
    for (const event of past) if (hears(name, event)) setTimeout(() => run(callback, event));
    return () => true;
  } };
  const customerPrivacy = { subscribe: (name, callback) => { consents.push({ name, callback }); return () => true; } };
  addEventListener('message', ({ data }) => {
    if (data.answer) {
      const { done, failed } = calls.get(data.answer);
      if (data.error) failed(Error(data.error)); else done(data.result);
    }
    if (data.init) {
      const api = { analytics, browser, init: data.init, customerPrivacy };
      try { new Function('analytics', 'browser', 'init', 'customerPrivacy', 'api', ${text})(analytics, browser, data.init, customerPrivacy, api); } catch (error) { console.error(error); }
    }
    if (data.event) {
      past.push(data.event);
      for (const { name, callback } of listeners) if (hears(name, data.event)) run(callback, data.event);
    }
    if (data.consent) for (const { name, callback } of consents) if (name === 'visitorConsentCollected') run(callback, { customerPrivacy: data.consent });
  });
  parent.postMessage({ ready: true }, '*');
})();`;
};
