import { type Address, formatAddress } from '#shared/address.ts'

/** Codes with a name in browsers that are no country: unions, test regions, the unknown region. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The name of an ISO 3166-1 code; a code without a name stays as it is. */
export const countryName = (code: string) => names.of(code) ?? code

/** Countries and territories by name. Browsers have no list, but a name for each two-letter code. */
export const countryOptions = () =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isCurrent(code))
    .flatMap((value) => ({ value, label: names.of(value) ?? '' }))
    .filter(({ label }) => label)
    .toSorted((a, b) => a.label.localeCompare(b.label))

/** An abandoned code is canonicalised to its successor: DD to DE. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

/** An address in one line, with the country by name. */
export const addressLine = ({ country_code: code, ...address }: Address) =>
  formatAddress({ ...address, ...(code && { country_code: countryName(code) }) })
