// What a customer's page and the frame in it say to each other. Each side takes the other's messages apart
// with these, and drops whatever has another form.

/** The frame's first message to the page around it, and the answer that brings the port for all others. */
export const HELLO = 'service-embed-hello';
export const CONNECT = 'service-embed-connect';

export const SECRET = /^(emb_[0-9a-z]{26})_secret_[0-9A-Za-z]{49}$/;

/** How the frame is to look. It takes nothing away from what can be done in it. */
export interface Look {
  theme: 'light' | 'dark' | 'auto';
  /** Names and values as the page gave them. */
  variables: Record<string, string>;
  hide: string[];
  locale: string | null;
}

export type ToFrame = { type: 'look'; look: Look } | { type: 'secret'; clientSecret: string | null };

export type FromFrame =
  | { type: 'wantsSecret' }
  /** `ignored`: what of the look has no meaning. */
  | { type: 'ready'; ignored: string[] }
  | { type: 'resized'; height: number }
  | { type: 'authRequired' }
  | { type: 'submitted' | 'completed'; kind: string; id: string }
  | { type: 'ended' | 'loadError'; reason: string };

type Fields = Record<string, (value: unknown) => boolean>;

const isText = (most: number) => (value: unknown) => typeof value === 'string' && value.length <= most;
const isList = (value: unknown) => Array.isArray(value) && value.length <= 50 && value.every(isText(100));
const isWord = (value: unknown) => typeof value === 'string' && /^[a-z_]{1,40}$/.test(value);
const isId = (value: unknown) => typeof value === 'string' && /^[a-z]{2,8}_[0-9a-z]{26}$/.test(value);

/** Whether it is an object with exactly these fields. */
export function has(value: unknown, fields: Fields): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [keys, wanted] = [Object.keys(value), Object.keys(fields)];
  return (
    keys.length === wanted.length &&
    keys.every((key) => Object.hasOwn(fields, key) && fields[key]!((value as Fields)[key]))
  );
}

const HAPPENED: Fields = { type: isWordy, kind: isWord, id: isId };
const STOPPED: Fields = { type: isWordy, reason: isWord };

function isWordy(value: unknown): boolean {
  return typeof value === 'string';
}

const FROM_FRAME: Record<FromFrame['type'], Fields> = {
  wantsSecret: { type: isWordy },
  ready: { type: isWordy, ignored: isList },
  resized: {
    type: isWordy,
    height: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 20_000,
  },
  authRequired: { type: isWordy },
  submitted: HAPPENED,
  completed: HAPPENED,
  ended: STOPPED,
  loadError: STOPPED,
};

/** A message of the frame; null for anything else. */
export function fromFrame(data: unknown): FromFrame | null {
  const type = (data as { type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(FROM_FRAME, type)) return null;
  return has(data, FROM_FRAME[type as FromFrame['type']]) ? (data as FromFrame) : null;
}

const isLook = (value: unknown) =>
  has(value, {
    theme: (one) => one === 'light' || one === 'dark' || one === 'auto',
    variables: (one) =>
      typeof one === 'object' &&
      one !== null &&
      Object.keys(one).length <= 50 &&
      Object.entries(one).every(([name, text]) => name.length <= 100 && isText(200)(text)),
    hide: isList,
    locale: (one) => one === null || isText(35)(one),
  });

/** A message of the page around the frame; null for anything else. */
export function toFrame(data: unknown): ToFrame | null {
  if (has(data, { type: (type) => type === 'look', look: isLook })) return data as ToFrame;
  const secret = (value: unknown) => value === null || (isText(100)(value) && SECRET.test(value as string));
  return has(data, { type: (type) => type === 'secret', clientSecret: secret }) ? (data as ToFrame) : null;
}

/** Whether a message of a window is this greeting. */
export const isGreeting = (data: unknown, type: string): boolean =>
  has(data, { type: (one) => one === type });
