// Hashtags by which creators say that a post is advertising.
const DISCLOSURES = [
  'ad',
  'advert',
  'advertisement',
  'advertising',
  'anuncio',
  'anzeige',
  'collaborationcommerciale',
  'gesponsert',
  'paidpartnership',
  'partnership',
  'patrocinado',
  'publicidad',
  'publicidade',
  'publicite',
  'publicité',
  'pubblicita',
  'pubblicità',
  'reklama',
  'reklame',
  'sponsored',
  'sponsorise',
  'sponsorisé',
  'werbung',
];

/** The hashtags of a text, in lower case and without the #. */
export function hashtagsIn(text: string): string[] {
  return [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag]) => tag!.toLowerCase());
}

/** Whether a caption, or what a brief says, has a hashtag that discloses advertising. */
export const discloses = (text: string): boolean => hashtagsIn(text).some((tag) => DISCLOSURES.includes(tag));
