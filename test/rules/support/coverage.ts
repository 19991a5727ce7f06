// The rows of docs/coverage.md: what is said, and the tests that show it.

export interface Row {
  /** The nearest heading. */
  section: string;
  /** The first cell. */
  about: string;
  words: string;
  tests: NamedTest[];
}

export interface NamedTest {
  file: string;
  /** The end of a test's titles, joined by ` > `. */
  name: string;
}

const TEST = /^(?:`(test\/[^`]+)`: )?(.+)$/;

export function rowsOf(page: string): Row[] {
  let section = '';
  const rows: Row[] = [];
  for (const line of page.split('\n')) {
    section = /^#+ (.*)/.exec(line)?.[1] ?? section;
    if (!line.startsWith('| ') || /^\| (?:---|.* \| Test \|$)/.test(line)) continue;
    const [about = '', words = '', tests = '', ...more] = line.slice(2, -2).split(' | ').map(plain);
    if (more.length > 0 || !line.endsWith(' |')) throw new Error(`Not three cells: ${line}`);
    rows.push({ section, about, words, tests: testsIn(tests) });
  }
  return rows;
}

/** A cell as text: what Markdown would take for its own is written otherwise. */
const plain = (cell: string) => cell.trim().replaceAll('\\|', '|').replaceAll('&lt;', '<');

/** Tests are a line each, and the file is named once for those that follow. */
function testsIn(cell: string): NamedTest[] {
  let file = '';
  return cell.split('<br>').flatMap((line) => {
    const [, named, name] = TEST.exec(line) ?? [];
    file = named ?? file;
    return name ? [{ file, name }] : [];
  });
}
