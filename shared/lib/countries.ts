/** Country codes. Imports nothing, so that the browser can import it. */

/** Codes with a name in `Intl` that are no country: unions, test regions, the unknown region. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

let names: Intl.DisplayNames | undefined

/** Undefined for a code without a name. @throws RangeError for anything but a code */
export const regionName = (code: string) =>
  (names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })).of(code)

/** Whether it is a current ISO 3166-1 alpha-2 code, in capitals. */
export const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) && isCurrent(code) && regionName(code) !== undefined

/** A withdrawn code is canonicalised to its successor: DD to DE. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
