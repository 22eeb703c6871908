/** Codes that the browser has a name for, and that nobody lives in: unions, test regions, the unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Countries and territories by name; browsers list none, but know the name of each two-letter code. */
export function countryOptions() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isCurrent(code))
    .flatMap((value) => ({ value, label: names.of(value) ?? '' }))
    .filter(({ label }) => label)
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

/** A code that was given up stands for its successor: DD for DE. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
