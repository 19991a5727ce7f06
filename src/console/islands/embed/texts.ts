// All texts of the frame, by language. German has each that English has: the compiler checks it.
import { money } from '../../../kit/currencies.ts';

const en = {
  loading: 'Loading…',
  title_programs: 'Programs',
  yours: 'Your programs',
  yoursNone: 'You have not joined a program yet.',
  others: 'Open programs',
  othersNone: 'There are no further programs at the moment.',
  more: 'Show more',
  back: 'All programs',
  details: 'Details of {name}',
  open: 'Details',
  film: 'What to film',
  say: 'What to say',
  avoid: 'What to leave out',
  links: 'Links',
  newTab: '(opens in a new tab)',
  pay: 'What it pays',
  payNone: 'Payments are agreed on separately.',
  payCap: 'At most {amount} for the whole program.',
  per_video: '{amount} for each approved video',
  per_thousand_views: '{amount} for a thousand views',
  view_milestone: '{amount} once a post has {views} views',
  ad_spend_share: '{percent} of what ads with your video spend',
  revenue_share: '{percent} of the sales that your video brings',
  per_conversion: '{amount} for each confirmed conversion',
  from: 'From {date}',
  until: 'Until {date}',
  application: 'Your application',
  status_none: 'Not applied',
  status_pending: 'Waiting for the brand',
  status_invited: 'You are invited',
  status_approved: 'Joined',
  status_rejected: 'Not accepted',
  status_removed: 'Removed',
  status_withdrawn: 'Withdrawn',
  about_none: 'The brand looks at your application and decides.',
  about_pending: 'The brand has your application and has not decided yet.',
  about_invited: 'The brand would like to work with you. Accept to join the program.',
  about_approved: 'You are in the program and can send in videos.',
  about_rejected: 'The brand did not accept your application.',
  about_removed: 'The brand has taken you out of the program.',
  about_withdrawn: 'You have withdrawn your application. You can apply again.',
  about_closed: 'The program takes no applications now.',
  apply: 'Apply',
  accept: 'Accept the invitation',
  decline: 'Decline the invitation',
  withdraw: 'Withdraw the application',
  leave: 'Leave the program',
  sure: 'Are you sure?',
  yes: 'Yes',
  no: 'No, go back',
  agreements: 'Agreements to accept',
  agree: 'I have read and accept these agreements.',
  agreeFirst: 'Read and accept the agreements first.',
  acceptAgreements: 'Accept the agreements',
  done_apply: 'Your application was sent.',
  done_accept: 'You have joined the program.',
  done_decline: 'You have declined the invitation.',
  done_withdraw: 'You have withdrawn.',
  done_agree: 'The agreements are accepted.',
  again: 'Try again',
  offline: 'The service cannot be reached. Check your connection and try again.',
  changed: 'This has changed in the meantime. Look at it again before you go on.',
  error: 'That did not work. Try again in a moment.',
  busy: 'There were too many requests. Wait ten seconds and try again.',
  denied: 'This is not possible here.',
  program_not_open: 'The program takes no applications now.',
  program_full: 'The program has all the creators it takes.',
  creator_paused: 'The brand has paused the work with you.',
  agreements_changed: 'The agreements have changed. Read them again.',
  head_ended: 'This session has ended',
  ended_ended: 'It was ended on the other side. Load the page again to go on.',
  ended_key_revoked: 'This site can no longer show it. Ask the people who run the site.',
  ended_origin_removed: 'This site can no longer show it. Ask the people who run the site.',
  ended_account_left: 'This site can no longer show it. Ask the people who run the site.',
  ended_creator_removed: 'You no longer work with this account, so nothing is shown here.',
  ended_taken_over: 'Somebody has taken this profile over. Only they can go on, with their own sign-in.',
  head_signIn: 'Sign in to go on',
  signIn:
    'Somebody has verified the address of this profile. Only they can change anything, with their own sign-in.',
  head_failed: 'This could not be loaded',
  failed: 'Load the page again. If that does not help, ask the people who run the site.',
  alone: 'This page is a part of another site and shows nothing by itself.',
} as const;

export type TextName = keyof typeof en;
type Texts = Record<TextName, string>;

const de: Texts = {
  loading: 'Wird geladen …',
  title_programs: 'Programme',
  yours: 'Deine Programme',
  yoursNone: 'Du bist noch in keinem Programm.',
  others: 'Offene Programme',
  othersNone: 'Zurzeit gibt es keine weiteren Programme.',
  more: 'Mehr anzeigen',
  back: 'Alle Programme',
  details: 'Einzelheiten zu {name}',
  open: 'Einzelheiten',
  film: 'Was du filmst',
  say: 'Was du sagst',
  avoid: 'Was du weglässt',
  links: 'Links',
  newTab: '(öffnet einen neuen Tab)',
  pay: 'Was es bringt',
  payNone: 'Die Bezahlung wird gesondert vereinbart.',
  payCap: 'Höchstens {amount} für das ganze Programm.',
  per_video: '{amount} für jedes angenommene Video',
  per_thousand_views: '{amount} für tausend Aufrufe',
  view_milestone: '{amount}, sobald ein Beitrag {views} Aufrufe hat',
  ad_spend_share: '{percent} der Ausgaben für Anzeigen mit deinem Video',
  revenue_share: '{percent} der Verkäufe, die dein Video bringt',
  per_conversion: '{amount} für jede bestätigte Conversion',
  from: 'Ab {date}',
  until: 'Bis {date}',
  application: 'Deine Bewerbung',
  status_none: 'Nicht beworben',
  status_pending: 'Wartet auf die Marke',
  status_invited: 'Du bist eingeladen',
  status_approved: 'Dabei',
  status_rejected: 'Nicht angenommen',
  status_removed: 'Entfernt',
  status_withdrawn: 'Zurückgezogen',
  about_none: 'Die Marke sieht sich deine Bewerbung an und entscheidet.',
  about_pending: 'Die Marke hat deine Bewerbung und noch nicht entschieden.',
  about_invited: 'Die Marke möchte mit dir arbeiten. Nimm an, um dabei zu sein.',
  about_approved: 'Du bist im Programm und kannst Videos einreichen.',
  about_rejected: 'Die Marke hat deine Bewerbung nicht angenommen.',
  about_removed: 'Die Marke hat dich aus dem Programm genommen.',
  about_withdrawn: 'Du hast deine Bewerbung zurückgezogen. Du kannst dich wieder bewerben.',
  about_closed: 'Das Programm nimmt zurzeit keine Bewerbungen an.',
  apply: 'Bewerben',
  accept: 'Einladung annehmen',
  decline: 'Einladung ablehnen',
  withdraw: 'Bewerbung zurückziehen',
  leave: 'Programm verlassen',
  sure: 'Bist du sicher?',
  yes: 'Ja',
  no: 'Nein, zurück',
  agreements: 'Zu akzeptierende Vereinbarungen',
  agree: 'Ich habe diese Vereinbarungen gelesen und akzeptiere sie.',
  agreeFirst: 'Lies und akzeptiere zuerst die Vereinbarungen.',
  acceptAgreements: 'Vereinbarungen akzeptieren',
  done_apply: 'Deine Bewerbung ist abgeschickt.',
  done_accept: 'Du bist jetzt im Programm.',
  done_decline: 'Du hast die Einladung abgelehnt.',
  done_withdraw: 'Du hast dich zurückgezogen.',
  done_agree: 'Die Vereinbarungen sind akzeptiert.',
  again: 'Noch einmal versuchen',
  offline: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  changed: 'Das hat sich inzwischen geändert. Sieh es dir noch einmal an.',
  error: 'Das hat nicht geklappt. Versuche es gleich noch einmal.',
  busy: 'Das waren zu viele Anfragen. Warte zehn Sekunden und versuche es noch einmal.',
  denied: 'Das ist hier nicht möglich.',
  program_not_open: 'Das Programm nimmt zurzeit keine Bewerbungen an.',
  program_full: 'Das Programm hat alle Creator, die es aufnimmt.',
  creator_paused: 'Die Marke hat die Arbeit mit dir unterbrochen.',
  agreements_changed: 'Die Vereinbarungen haben sich geändert. Lies sie noch einmal.',
  head_ended: 'Diese Sitzung ist beendet',
  ended_ended: 'Sie wurde auf der anderen Seite beendet. Lade die Seite neu, um weiterzumachen.',
  ended_key_revoked: 'Diese Website kann das nicht mehr zeigen. Frage die Betreiber der Website.',
  ended_origin_removed: 'Diese Website kann das nicht mehr zeigen. Frage die Betreiber der Website.',
  ended_account_left: 'Diese Website kann das nicht mehr zeigen. Frage die Betreiber der Website.',
  ended_creator_removed: 'Du arbeitest nicht mehr mit diesem Konto, darum wird hier nichts gezeigt.',
  ended_taken_over:
    'Jemand hat dieses Profil übernommen. Nur diese Person kann hier weitermachen, mit eigener Anmeldung.',
  head_signIn: 'Melde dich an, um weiterzumachen',
  signIn:
    'Jemand hat die Adresse dieses Profils bestätigt. Nur diese Person kann etwas ändern, mit eigener Anmeldung.',
  head_failed: 'Das konnte nicht geladen werden',
  failed: 'Lade die Seite neu. Wenn das nicht hilft, frage die Betreiber der Website.',
  alone: 'Diese Seite ist ein Teil einer anderen Website und zeigt allein nichts.',
};

const TABLES: Record<string, Texts> = { en, de };
export const LANGUAGES = Object.keys(TABLES);

export interface Language {
  /** The language of the texts. */
  lang: string;
  text(name: TextName, parts?: Readonly<Record<string, string>>): string;
  /** Dates and numbers are those of the whole tag: de-CH is not de-DE. */
  date(at: string): string;
  count(value: number): string;
  percent(value: number): string;
  money(minor: number, currency: string): string;
}

/** @param wanted language tags, the most wanted first; the first with a table is taken, otherwise English. */
export function languageOf(wanted: readonly string[]): Language {
  const tag = wanted.find((one) => Object.hasOwn(TABLES, baseOf(one)) && isTag(one)) ?? 'en';
  const table = TABLES[baseOf(tag)]!;
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  return {
    lang: baseOf(tag),
    text: (name, parts = {}) => table[name].replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ''),
    date: (at) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at)),
    count: (value) => number({}).format(value),
    percent: (value) => number({ style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
    money: (minor, currency) => money(minor, currency, tag),
  };
}

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
