/** The countries of payouts by their names in a language, for a field. */
export function countryOptions(countries: readonly { code: string }[], language: string) {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}
