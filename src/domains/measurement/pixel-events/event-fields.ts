// Descriptions of an event's fields, shared by requests and responses.
import type * as z from 'zod';
import type { ClickIds } from '../../../pixel/event-body.ts';

const USER = {
  email: 'the email address, without blanks around it and in lower case',
  phone: 'the phone number in international form, digits alone',
  firstName: 'the first name in lower case, without digits and punctuation',
  lastName: 'the last name in lower case, without digits and punctuation',
  city: 'the city in lower case, without blanks, digits and punctuation',
  state: 'the state in lower case, without blanks, digits and punctuation',
  zip: 'the postal code in lower case, without blanks, up to a hyphen',
  country: 'ISO 3166-1 alpha-2, in lower case',
  externalId: 'your own ID of the customer',
};

const CLICK_IDS: Record<keyof ClickIds, string> = {
  fbc: "Meta's click, as in the cookie `_fbc`.",
  fbp: "Meta's browser, as in the cookie `_fbp`.",
  gclid: "Google's click, from the landing URL.",
  gbraid: "Google's click from an app, from the landing URL.",
  wbraid: "Google's click to an app's website, from the landing URL.",
  ttclid: "TikTok's click, from the landing URL.",
  ttp: "TikTok's browser, as in the cookie `_ttp`.",
  sccid: "Snapchat's click, from the landing URL.",
  scid: "Snapchat's browser, as in the cookie `_scid`.",
};

export const ABOUT_PLACE = {
  country: 'ISO 3166-1 alpha-2.',
  region: 'The state or province, as its sender calls it.',
  city: 'As its sender calls it.',
  postalCode: 'As its sender writes it.',
};

type Described<A, S extends z.ZodType> = { [F in keyof A]: S };

/** Gives each field of `about` its own schema. */
function described<A extends Record<string, string>, S extends z.ZodType>(
  about: A,
  schema: () => S,
  words = (text: string) => text,
): Described<A, S> {
  const fields = Object.keys(about) as (keyof A & string)[];
  return Object.fromEntries(
    fields.map((field) => [field, schema().describe(words(about[field]!))]),
  ) as Described<A, S>;
}

/** @param hashed whether the schema describes stored values, which are hashed. */
export const userFields = <S extends z.ZodType>(hashed: boolean, schema: () => S) =>
  described(USER, schema, (text) => `${hashed ? 'SHA-256 of' : 'Hashed as'} ${text}.`);
export const clickIdFields = <S extends z.ZodType>(schema: () => S) => described(CLICK_IDS, schema);

/** Descriptions of an event's other fields. */
export const ABOUT = {
  eventId: 'Its ID at the sender. It lets an event count once when browser and server both send it.',
  orderId:
    'Number of the order. A purchase, subscription or trial that was reported with the same one is the same event.',
  value:
    'Cents: what the sale is worth. Once a server reports it, a browser no longer says so; of several reports of a server the newest by occurredAt does.',
  consent:
    'What the visitor said to being followed. Unless granted, nothing that leads to the visitor is kept, and codes alone give credit.',
  serviceId: 'The video (submission) ID from the landing URL.',
  campaign: 'The paid campaign ID from the landing URL.',
  attributionId: 'Names a landing, as older landing URLs did.',
  clickId: "A platform's click ID, where nobody knows which platform's. See clickIds.",
  landedAt: 'When the visitor arrived from the video or ad.',
  actionSource: 'Where the visitor did it.',
  properties: 'What it was about, such as the products.',
  productId: "Your shop's ID of the product.",
  variantId: "Your shop's ID of the variant.",
  quantity: 'How many were meant.',
  contents: 'The products of a cart or an order.',
  price: 'Cents for one.',
  custom: 'Anything else that you want to read again: nothing here looks at it.',
  clickIds: 'By which a landing of the same visitor is found.',
  userAgent: "The browser's. Bots and in-app browsers are known by it.",
  creatorCode: "A creator's code that the customer gave. It gives credit where no link does.",
  discountCode:
    'A discount code that the customer used. It gives credit where neither a link nor a creator code does.',
  location: 'Where it happened. Without consent the country alone is kept.',
};
