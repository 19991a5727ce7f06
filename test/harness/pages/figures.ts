// The numbers that a page shows, as the API writes them: amounts in cents.

/** "$1,234.50" is 123450, "1,234" is 1234, "50%" is 50; null for a dash. */
function numberIn(html: string): number | null {
  const text = html.replace(/<[^>]+>/g, '').trim();
  const [, dollars, digits] = /^(\$?)([\d,]+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits.replaceAll(',', ''));
  return dollars ? Math.round(number * 100) : number;
}

/** The figures of a page, by their names. */
export const figuresIn = (html: string): Record<string, number | null> =>
  Object.fromEntries(
    [
      ...html.matchAll(/stat-label">(?:<a[^>]*>)?([^<]+)(?:<\/a>)?<\/p><p class="stat-value">(.*?)<\/p>/gs),
    ].map(([, label, value]) => [label!, numberIn(value!)]),
  );

/** The facts of a page that are numbers, by their names. */
export const factsIn = (html: string): Record<string, number> =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].flatMap(([, label, value]) => {
      const number = numberIn(value!);
      return number === null ? [] : [[label!, number]];
    }),
  );

/** The columns of a table's rows, by their names. */
export function columnsIn(html: string, table: string, columns: readonly string[]): (number | null)[][] {
  const [, rows] = new RegExp(`aria-label="${table}".*?<tbody[^>]*>(.*?)</tbody>`, 's').exec(html)!;
  return rows!
    .split('<tr')
    .slice(1)
    .map((row) =>
      columns.map((label) =>
        numberIn(
          new RegExp(`data-label="${label}"><div class="cell">(.*?)</div></td>`, 's').exec(row)?.[1] ?? '',
        ),
      ),
    );
}
