// What fields of a campaign at Snapchat are picked from.
import type { ChoiceReader, FieldChoice } from '../ads/platform.ts';
import { activePixels } from './making.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every language that has a code of two letters; the platform takes them by that. */
function languages(): FieldChoice[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((id) => {
    const name = names.of(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

export const SNAPCHAT_CHOICES: Readonly<Record<string, ChoiceReader>> = {
  '/settings/pixel': async (session) =>
    (await activePixels(session)).map(({ id, name }) => ({ id, name: name ?? id })),
  '/settings/languages': async () => languages(),
};
