import { type Address, formatAddress } from '#shared/address.ts'
import { isCountry, regionName } from '#shared/countries.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The name of an ISO 3166-1 code; a code without a name stays as it is. */
export const countryName = (code: string) => regionName(code) ?? code

/** Countries and territories by name. Browsers have no list, but a name for each two-letter code. */
export const countryOptions = () =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

/** An address in one line, with the country by name. */
export const addressLine = ({ country_code: code, ...address }: Address) =>
  formatAddress({ ...address, ...(code && { country_code: countryName(code) }) })
