import { locale } from '#shared/lib/language/current.ts'
import { type Address, formatAddress } from '#shared/people/address.ts'
import { isCountry } from '#shared/lib/countries.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let names: Intl.DisplayNames | undefined

/** The name of an ISO 3166-1 code in the reader's language; a code without a name is returned unchanged. */
export const countryName = (code: string) =>
  (names ??= new Intl.DisplayNames(locale(), { type: 'region' })).of(code) ?? code

/** Countries and territories by name. Browsers have no list, but a name for each two-letter code. */
export const countryOptions = () =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted(byLabel())

function byLabel() {
  const { compare } = new Intl.Collator(locale())
  return (a: { label: string }, b: { label: string }) => compare(a.label, b.label)
}

/** An address in one line, with the country by name. */
export const addressLine = ({ country_code: code, ...address }: Address) =>
  formatAddress({ ...address, country_code: code ? countryName(code) : undefined })
