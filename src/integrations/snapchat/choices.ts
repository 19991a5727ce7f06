// Reads the options of campaign fields at Snapchat.
import type { ChoiceReader, FieldChoice } from '../ads/platform.ts';
import { activePixels } from './making.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** All languages with a two-letter code, which the platform uses as their ID. */
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
