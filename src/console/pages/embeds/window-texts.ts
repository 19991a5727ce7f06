// All texts of the window that a frame opens, by language. German has each that English has: the compiler checks it.

const en = {
  skip: 'Skip to content',
  fix: 'Please fix the errors below.',
  title: 'Go on with this site',
  shownBy: '{account} shows you a part of {service} on {origin}.',
  signInFirst: 'Sign in, so that it can go on as you. {account} does not see your password.',
  signIn: 'Sign in',
  signUp: 'Create an account',
  newHere: 'New here?',
  haveOne: 'Already have an account?',
  signedInAs: 'You are signed in as {email}.',
  another: 'Sign in as another person',
  email: 'Email address',
  password: 'Password',
  newPassword: 'At least {least} characters. A few words are easier to remember.',
  name: 'Your name',
  join: 'Create account',
  joinAbout: 'Use the address that {account} has of you: then your profile is found.',
  inbox: 'Check your inbox',
  inboxAbout:
    'A mail to {email} is on its way. Open the link in it within 24 hours to confirm your address. Then come back to this window and sign in.',
  localMail: 'Read mail on this machine (opens in a new tab)',
  confirmed: 'I have confirmed my address',
  allowTitle: 'Let {origin} go on as you?',
  allowAbout:
    'With your yes, the part of {service} on that page shows {what} of {creator}, and does there what you do in it.',
  what_programs: 'the programs and applications',
  what_submissions: 'the videos that were sent in',
  what_messages: 'the messages',
  what_earnings: 'the earnings and the balance',
  allowMoney:
    'It moves no money: you confirm each withdrawal in a window like this one. It ends when you sign out or close that page, after 12 hours at the latest.',
  allow: 'Yes, go on',
  no: 'No, close this window',
  done: 'Done',
  close: 'You can close this window and go back to the site.',
  alone: 'Go back to the site',
  aloneAbout:
    'This window lost its way back to the page that opened it. Go back to that page and use its button again. You stay signed in.',
  elsewhere: 'Open the console instead (opens in a new tab)',
  over: 'This is over',
  overAbout: 'The site can no longer go on here. Close this window and load the page again.',
  otherTitle: 'This profile belongs to somebody else',
  otherAbout:
    'Nothing of it is shown to you. Sign in as the person of this profile, or create an account with the address that {account} has of you.',
  claimTitle: 'Is this you?',
  claimAbout:
    '{account} works with a creator profile that has your address. Claim it to manage it and its payouts yourself.',
  claimThen:
    'Existing agreements stay until you end them. Whoever added the profile no longer acts in your name. Set up payouts again afterwards; the balance is kept.',
  claim: 'Claim profile',
  claimed: 'Profile claimed.',
  withdrawTitle: 'Withdraw {amount}?',
  withdrawAbout: 'You were led here from {account} on {origin}. Only what stands here counts.',
  fromProfile: 'From the balance of',
  toBank: 'To your bank account or card',
  bankEnds: 'ending in {last4}',
  amount: 'Amount',
  fee: 'Fee',
  net: 'You get',
  passwordAgain: 'Your password, to confirm that it is you',
  withdraw: 'Withdraw {amount}',
  withdrawn: '{amount} is on its way to your bank account or card.',
  refusedTitle: 'This cannot be withdrawn',
  refusedOther: 'This cannot be withdrawn now. Try again later.',
  identity_not_verified: 'Your identity is not verified yet. Complete the payout set-up first.',
  paid_weekly: 'In your country the balance goes to your bank each Monday by itself.',
  bank_account_missing: 'There is no bank account or card yet. Add one in the payout set-up.',
  payouts_disabled: 'The payout set-up is not complete. Complete it first.',
  currency_not_supported:
    'Your bank account does not take this currency. Add one that does in the payout set-up.',
  insufficient_funds: 'Your balance does not cover this amount.',
  fee_exceeds_amount: 'The fee would leave nothing of this amount.',
  whole_units: 'Banks take whole units of this currency only. Choose another amount.',
  again: 'Nothing was sent. Look at it again.',
  needsScript: 'This needs JavaScript.',
  wrongPassword: 'This is not right.',
  tooShort: 'This is too short.',
  notValid: 'This is not valid.',
  tooMany: 'There were too many attempts. Wait and try again.',
  changed: 'This has changed in the meantime. Look at it again.',
  failed: 'That did not work. Try again in a moment.',
} as const;

export type WindowTexts = Record<keyof typeof en, string>;

const de: WindowTexts = {
  skip: 'Zum Inhalt',
  fix: 'Bitte korrigiere die Fehler unten.',
  title: 'Auf dieser Website weitermachen',
  shownBy: '{account} zeigt dir auf {origin} einen Teil von {service}.',
  signInFirst: 'Melde dich an, damit es dort als du weitergeht. {account} sieht dein Passwort nicht.',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  newHere: 'Neu hier?',
  haveOne: 'Schon ein Konto?',
  signedInAs: 'Du bist als {email} angemeldet.',
  another: 'Als jemand anderes anmelden',
  email: 'Mailadresse',
  password: 'Passwort',
  newPassword: 'Mindestens {least} Zeichen. Ein paar Wörter lassen sich leichter merken.',
  name: 'Dein Name',
  join: 'Konto anlegen',
  joinAbout: 'Nimm die Adresse, die {account} von dir hat: dann findet sich dein Profil.',
  inbox: 'Sieh in dein Postfach',
  inboxAbout:
    'Eine Mail an {email} ist unterwegs. Öffne den Link darin innerhalb von 24 Stunden, um deine Adresse zu bestätigen. Komm dann in dieses Fenster zurück und melde dich an.',
  localMail: 'Mails auf diesem Rechner lesen (öffnet einen neuen Tab)',
  confirmed: 'Ich habe meine Adresse bestätigt',
  allowTitle: 'Soll {origin} als du weitermachen?',
  allowAbout:
    'Wenn du Ja sagst, zeigt der Teil von {service} auf dieser Seite {what} von {creator} und tut dort, was du in ihm tust.',
  what_programs: 'die Programme und Bewerbungen',
  what_submissions: 'die eingereichten Videos',
  what_messages: 'die Nachrichten',
  what_earnings: 'den Verdienst und das Guthaben',
  allowMoney:
    'Geld bewegt er nicht: jede Auszahlung bestätigst du in einem Fenster wie diesem. Es endet, wenn du dich abmeldest oder die Seite schließt, spätestens nach 12 Stunden.',
  allow: 'Ja, weitermachen',
  no: 'Nein, Fenster schließen',
  done: 'Fertig',
  close: 'Du kannst dieses Fenster schließen und zur Website zurückgehen.',
  alone: 'Geh zur Website zurück',
  aloneAbout:
    'Dieses Fenster findet nicht zu der Seite zurück, die es geöffnet hat. Geh dorthin zurück und benutze noch einmal ihren Knopf. Du bleibst angemeldet.',
  elsewhere: 'Stattdessen die Konsole öffnen (in einem neuen Tab)',
  over: 'Das ist vorbei',
  overAbout: 'Die Website kann hier nicht weitermachen. Schließe dieses Fenster und lade die Seite neu.',
  otherTitle: 'Dieses Profil gehört jemand anderem',
  otherAbout:
    'Dir wird nichts davon gezeigt. Melde dich als die Person dieses Profils an, oder lege ein Konto mit der Adresse an, die {account} von dir hat.',
  claimTitle: 'Bist du das?',
  claimAbout:
    '{account} arbeitet mit einem Creator-Profil, das deine Adresse hat. Übernimm es, um es und seine Auszahlungen selbst zu verwalten.',
  claimThen:
    'Vereinbarungen gelten weiter, bis du sie beendest. Wer das Profil angelegt hat, handelt nicht mehr in deinem Namen. Richte danach die Auszahlungen neu ein; das Guthaben bleibt.',
  claim: 'Profil übernehmen',
  claimed: 'Das Profil ist übernommen.',
  withdrawTitle: '{amount} auszahlen?',
  withdrawAbout: '{account} hat dich von {origin} hierher geführt. Es zählt nur, was hier steht.',
  fromProfile: 'Aus dem Guthaben von',
  toBank: 'An dein Bankkonto oder deine Karte',
  bankEnds: 'mit der Endung {last4}',
  amount: 'Betrag',
  fee: 'Gebühr',
  net: 'Du bekommst',
  passwordAgain: 'Dein Passwort, damit sicher ist, dass du es bist',
  withdraw: '{amount} auszahlen',
  withdrawn: '{amount} sind auf dem Weg zu deinem Bankkonto oder deiner Karte.',
  refusedTitle: 'Das lässt sich nicht auszahlen',
  refusedOther: 'Das lässt sich jetzt nicht auszahlen. Versuche es später noch einmal.',
  identity_not_verified:
    'Deine Identität ist noch nicht bestätigt. Schließe zuerst die Einrichtung der Auszahlungen ab.',
  paid_weekly: 'In deinem Land geht das Guthaben jeden Montag von selbst an deine Bank.',
  bank_account_missing:
    'Es gibt noch kein Bankkonto und keine Karte. Füge sie in der Einrichtung der Auszahlungen hinzu.',
  payouts_disabled: 'Die Einrichtung der Auszahlungen ist nicht abgeschlossen. Schließe sie zuerst ab.',
  currency_not_supported:
    'Dein Bankkonto nimmt diese Währung nicht. Füge in der Einrichtung der Auszahlungen eines hinzu, das sie nimmt.',
  insufficient_funds: 'Dein Guthaben deckt diesen Betrag nicht.',
  fee_exceeds_amount: 'Die Gebühr ließe von diesem Betrag nichts übrig.',
  whole_units: 'Banken nehmen in dieser Währung nur ganze Beträge. Wähle einen anderen.',
  again: 'Nichts wurde abgeschickt. Sieh es dir noch einmal an.',
  needsScript: 'Dafür wird JavaScript gebraucht.',
  wrongPassword: 'Das stimmt nicht.',
  tooShort: 'Das ist zu kurz.',
  notValid: 'Das ist nicht gültig.',
  tooMany: 'Das waren zu viele Versuche. Warte und versuche es noch einmal.',
  changed: 'Das hat sich inzwischen geändert. Sieh es dir noch einmal an.',
  failed: 'Das hat nicht geklappt. Versuche es gleich noch einmal.',
};

const TABLES = { en, de } satisfies Record<string, WindowTexts>;
export type WindowLanguage = keyof typeof TABLES;

export const windowTexts = (language: WindowLanguage): WindowTexts => TABLES[language];

/** A text with what belongs into it. */
export const filled = (text: string, parts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
