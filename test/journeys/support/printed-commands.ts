// The commands that our documents print, run as a reader would paste them, and what they answer held against what is printed.
import { type ChildProcess, spawn } from 'node:child_process';
import { pause } from './pause.ts';

export type Printed =
  /** Commands without an answer, such as variables. */
  | { kind: 'setup'; text: string }
  /** A command and what is printed below it: nothing where the document shows no answer. */
  | { kind: 'command'; text: string; answer: string }
  /** An answer by itself: of the last command, given again. */
  | { kind: 'again'; answer: string }
  /** What the terminal of `npm run dev` shows. */
  | { kind: 'terminal'; text: string };

/** The indented blocks of a document that are for a shell. Fenced ones are code in other languages. */
export function printedIn(markdown: string): Printed[] {
  const blocks: string[][] = [];
  let fenced = false;
  let before = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const text = /^(?: {4}| {6}(?=[${ ]))(.*)$/.exec(line)?.[1];
    if (!fenced && text !== undefined) {
      if (before === '' || blocks.length === 0) blocks.push([]);
      blocks.at(-1)!.push(text);
    }
    before = text === undefined ? '' : 'block';
  }
  return blocks.flatMap(inBlock);
}

function inBlock(lines: string[]): Printed[] {
  const text = lines.join('\n');
  if (/^\s*\{/.test(text)) return [{ kind: 'again', answer: text }];
  if (text.startsWith('webhook ')) return [{ kind: 'terminal', text }];
  if (!lines.some((line) => /^\s*\$ /.test(line))) return [{ kind: 'setup', text }];
  const found: { kind: 'command'; text: string; answer: string }[] = [];
  let continued = false;
  for (const line of lines) {
    const begins = /^\s*\$ (.*)$/.exec(line)?.[1];
    if (begins !== undefined) found.push({ kind: 'command', text: begins, answer: '' });
    else if (continued) found.at(-1)!.text += `\n${line}`;
    else found.at(-1)!.answer += `${line}\n`;
    continued = line.endsWith('\\') && (begins !== undefined || continued);
  }
  return found;
}

const ID = /\b[a-z]+_[0-9a-z]{26}\b/g;

/** An answer without what differs from run to run: IDs, keys, times and days, and how it is broken into lines. */
export const withoutChance = (text: string) =>
  text
    .replace(ID, (id) => `${id.split('_')[0]}_*`)
    .replace(/req_…/g, 'req_*')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, '<day>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/\s+/g, '');

/** Where the answer leaves what is printed; null when it does not. What `…` stands for may be anything. */
export function differs(printed: string, answer: string): string | null {
  const parts = withoutChance(printed).replaceAll(',…,', ',…').split('…');
  const given = withoutChance(answer);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (given.startsWith(part) ? 0 : -1) : given.indexOf(part, at);
    if (found < 0) return `not there: ${part}\nin: ${given.slice(at, at + 1_500)}`;
    at = found + part.length;
  }
  return parts.at(-1) !== '' && at !== given.length ? `more than is printed: ${given.slice(at)}` : null;
}

/** The IDs that stand in the place of the printed ones. */
export function idsIn(printed: string, answer: string): [string, string][] {
  const [old, now] = [printed.match(ID) ?? [], answer.match(ID) ?? []];
  return old.slice(0, 1).flatMap((id, index) => (now[index] ? [[id, now[index]] as [string, string]] : []));
}

/** A shell that keeps its variables from one command to the next. */
export class Shell {
  readonly #child: ChildProcess;
  #output = '';
  #count = 0;

  constructor(cwd: string) {
    this.#child = spawn('bash', [], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
  }

  /** @returns what the commands print. */
  async run(text: string): Promise<string> {
    const end = `end-of-command-${this.#count++}`;
    this.#output = '';
    this.#child.stdin!.write(`${text}\necho; echo ${end}\n`);
    while (!this.#output.includes(end)) {
      if (this.#child.exitCode !== null) throw new Error(`The shell ended.\n${this.#output}`);
      await pause(20);
    }
    return this.#output.slice(0, this.#output.indexOf(end)).trim();
  }

  end(): void {
    this.#child.kill();
  }
}
