// Which commands of our documents the newcomer's test runs (newcomer.test.ts): all except those that are
// listed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_RUN } from './support/commands-not-run.ts';
import { codeIn, printedIn, Shell } from './support/printed-commands.ts';
import { documents, type Page, printedOn, runOf } from './support/reader.ts';

const ROOT = join(import.meta.dirname, '../..');

const DOCUMENT = `
Run \`npm run one -- --fast\`, and see \`wrangler.toml\`. Then \`curl <url>/two\`.

    npm ci && npm run three     # all of it
    NAME=$(curl -s four \\
      -d five)

- In a list:

      $ curl -s six
      {"data": …}

\`\`\`sh
npx wrangler seven
$ curl -s eight
ok
\`\`\`

\`\`\`js
npm run nothing
\`\`\`
`;

describe('the commands that our documents print', () => {
  let pages: Page[];
  beforeAll(async () => {
    pages = await printedOn(ROOT);
  });

  it('are found in blocks, with a language or without, and in sentences', () => {
    expect(printedIn(DOCUMENT.replace('npx wrangler seven\n', ''))).toEqual([
      { kind: 'inline', text: 'npm run one -- --fast' },
      { kind: 'inline', text: 'curl <url>/two' },
      { kind: 'setup', text: 'npm ci && npm run three' },
      { kind: 'setup', text: 'NAME=$(curl -s four \\\n  -d five)' },
      { kind: 'command', text: 'curl -s six', answer: '  {"data": …}\n' },
      { kind: 'command', text: 'curl -s eight', answer: 'ok\n' },
    ]);
    expect(printedIn(DOCUMENT.replace('$ curl -s eight\nok\n', '')).at(-1)).toEqual({
      kind: 'setup',
      text: 'npx wrangler seven',
    });
    expect(codeIn(DOCUMENT)).toEqual(['js']);
  });

  it('are run, but for those that are named with a reason', () => {
    const printed = pages.flatMap((page) => page.printed);
    const commands = printed.flatMap((one) => ('text' in one && one.kind !== 'terminal' ? [one.text] : []));
    const run = runOf(pages);
    expect(new Set([...run, ...Object.keys(NOT_RUN)])).toEqual(new Set(commands));
    expect(run.filter((text) => text in NOT_RUN)).toEqual([]);
    // Every printed answer is compared.
    expect(printed.filter((one) => one.kind === 'command' && one.text in NOT_RUN)).toEqual([]);
    for (const [text, reason] of Object.entries(NOT_RUN)) {
      expect(reason, text).toMatch(/\w+ \w+/);
      for (const [path] of reason.matchAll(/\btest\/\S+\.ts\b/g))
        expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });

  it('are no code in another language, of which there is only such as other tests hold', async () => {
    const languages = (await documents(ROOT)).flatMap(({ text }) => codeIn(text));
    const held = ['js', 'html', 'json', 'js cloudflare', 'js nextjs', 'js vercel', 'nginx'];
    expect([...new Set(languages)].filter((language) => !held.includes(language))).toEqual([]);
  });

  it('are taken as failed where they end so', async () => {
    const shell = new Shell(ROOT);
    try {
      expect(await shell.run('WORD=kept; cat; echo no; false')).toEqual({ output: 'no', status: 1 });
      expect(await shell.run('echo $WORD')).toEqual({ output: 'kept', status: 0 });
    } finally {
      shell.end();
    }
  });
});
