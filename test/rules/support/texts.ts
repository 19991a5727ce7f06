// The texts in a source file: the contents of its string literals, without comments and code.

export interface Text {
  /** Parts that are filled in read `…`. */
  text: string;
  /** The call that it is an argument of, or the last name before it: `describe`, `message`. */
  in: string;
}

/** @param source TypeScript, as biome formats it. */
export function textsIn(source: string): Text[] {
  const texts: Text[] = [];
  askAboutCode(source, 0, texts, false);
  return texts;
}

const CALL = /([\w$]+)\s*$/;
/** What comes before a regular expression; after anything else a slash divides. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};\n]|=>|\breturn)\s*$/;

/** Reads to the end, or to the brace that closes a template's part. @returns where it ended. */
function askAboutCode(source: string, start: number, texts: Text[], inTemplate: boolean): number {
  const calls: string[] = [];
  let braces = 0;
  let code = '';
  for (let at = start; at < source.length; at++) {
    const one = source[at]!;
    const two = source.slice(at, at + 2);
    if (two === '//') at = endOf(source, '\n', at) - 1;
    else if (two === '/*') at = endOf(source, '*/', at) + 1;
    else if (one === '/' && BEFORE_PATTERN.test(code.slice(-20))) {
      at = endOfPattern(source, at);
      code += '0';
    } else if (one === "'" || one === '"' || one === '`') {
      const text: Text = { text: '', in: calls.at(-1) || lastName(code) };
      at = readText(source, at, texts, text);
      texts.push(text);
      code += '0';
    } else {
      if (one === '(') calls.push(CALL.exec(code)?.[1] ?? '');
      if (one === ')') calls.pop();
      if (one === '{') braces += 1;
      if (one === '}' && inTemplate && braces === 0) return at;
      if (one === '}') braces -= 1;
      code += one;
    }
  }
  return source.length;
}

const lastName = (code: string) => /([\w$]+)\s*[:=][^:=]*$/.exec(code.slice(-200))?.[1] ?? '';

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at;
}

function endOfPattern(source: string, from: number): number {
  let inSet = false;
  for (let at = from + 1; at < source.length; at++) {
    const one = source[at]!;
    if (one === '\\') at += 1;
    else if (one === '[') inSet = true;
    else if (one === ']') inSet = false;
    else if ((one === '/' && !inSet) || one === '\n') return at;
  }
  return source.length;
}

/** @returns where the quote closes. */
function readText(source: string, from: number, texts: Text[], text: Text): number {
  const quote = source[from]!;
  for (let at = from + 1; at < source.length; at++) {
    const one = source[at]!;
    if (one === quote) return at;
    if (one === '\\') {
      at += 1;
      text.text += source[at]!;
    } else if (quote === '`' && source.startsWith('${', at)) {
      at = askAboutCode(source, at + 2, texts, true);
      text.text += '…';
    } else text.text += one;
  }
  return source.length;
}
