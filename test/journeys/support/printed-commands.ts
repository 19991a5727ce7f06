// Runs the commands in our documents as a reader would paste them, and compares their output with what is
// printed.
import { type ChildProcess, spawn } from 'node:child_process';
import { pause } from './pause.ts';

export type Printed =
  /** A command without output, such as one that sets variables. */
  | { kind: 'setup'; text: string }
  /** A command within a sentence. */
  | { kind: 'inline'; text: string }
  /** A command and the output printed below it; empty if the document shows none. */
  | { kind: 'command'; text: string; answer: string }
  /** Output by itself: of the last command, run again. */
  | { kind: 'again'; answer: string }
  /** Output of `npm run dev` in its terminal. */
  | { kind: 'terminal'; text: string };

const FOR_A_SHELL = /^(?:|sh|bash|shell|console)$/;
const INLINE = /`((?:npm|npx|node|curl|git|openssl) [^`\n]+)`/g;

/**
 * A document's shell commands and outputs: in indented blocks, fenced blocks without another language, and
 * sentences.
 */
export function printedIn(markdown: string): Printed[] {
  const found: Printed[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  const ends = () => {
    if (block.length > 0) found.push(...inBlock(block));
    block = [];
  };
  for (const line of markdown.split('\n')) {
    const opens = /^ *```(.*)$/.exec(line)?.[1];
    if (opens !== undefined) {
      ends();
      fence = fence === null ? opens.trim() : null;
    } else if (fence !== null) {
      if (FOR_A_SHELL.test(fence)) block.push(line);
    } else {
      const text = /^(?: {4}| {6}(?=[${ ]))(.*)$/.exec(line)?.[1];
      if (text !== undefined) block.push(text);
      else {
        ends();
        for (const [, inline] of line.matchAll(INLINE)) found.push({ kind: 'inline', text: inline! });
      }
    }
  }
  ends();
  return found;
}

/** The languages of a document's fenced blocks that are not shell commands. */
export function codeIn(markdown: string): string[] {
  const fences = [...markdown.matchAll(/^ *```(.*)$/gm)].map(([, language]) => language!.trim());
  return fences.filter((language, index) => index % 2 === 0 && !FOR_A_SHELL.test(language));
}

function inBlock(lines: string[]): Printed[] {
  const text = lines.join('\n');
  if (/^\s*\{/.test(text)) return [{ kind: 'again', answer: text }];
  if (text.startsWith('webhook ')) return [{ kind: 'terminal', text }];
  if (!lines.some((line) => /^\s*\$ /.test(line)))
    return text
      .split(/(?<!\\)\n/)
      .map((line): Printed => ({ kind: 'setup', text: line.replace(/\s+# .*$/, '') }))
      .filter((one) => 'text' in one && one.text.trim() !== '');
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

/** Output without what differs between runs: IDs, keys, times and days, and line breaks. */
export const withoutChance = (text: string) =>
  text
    .replace(ID, (id) => `${id.split('_')[0]}_*`)
    .replace(/req_…/g, 'req_*')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, '<day>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/\s+/g, '');

/** Where the output differs from what is printed; null when it does not. `…` matches anything. */
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

/** The actual IDs with the printed ones that they correspond to. */
export function idsIn(printed: string, answer: string): [string, string][] {
  const [old, now] = [printed.match(ID) ?? [], answer.match(ID) ?? []];
  return old.slice(0, 1).flatMap((id, index) => (now[index] ? [[id, now[index]] as [string, string]] : []));
}

/** Longer than any command outside NOT_RUN takes on any machine. */
const LOOKS = 30_000;
const LOOK_MS = 20;

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

  /** @returns a command's output and exit status. Throws when it does not end. */
  async run(text: string): Promise<{ output: string; status: number }> {
    const end = `end-of-command-${this.#count++}`;
    this.#output = '';
    // A command that asks questions gets no answer.
    this.#child.stdin!.write(`{ ${text}\n} < /dev/null\nprintf '\\n%s %s\\n' ${end} $?\n`);
    const ended = new RegExp(`\n${end} (\\d+)\n`);
    for (let looked = 1; ; looked++) {
      const [mark, status] = ended.exec(this.#output) ?? [];
      if (mark !== undefined)
        return { output: this.#output.slice(0, this.#output.indexOf(mark)).trim(), status: Number(status) };
      if (this.#child.exitCode !== null) throw new Error(`The shell ended.\n${this.#output}`);
      if (looked === LOOKS) throw new Error(`It never ended: ${text}\n${this.#output}`);
      await pause(LOOK_MS);
    }
  }

  end(): void {
    this.#child.kill();
  }
}
