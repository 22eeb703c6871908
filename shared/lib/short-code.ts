/** Crockford's base 32: no I, L, O or U, which are misread or misheard. https://www.crockford.com/base32.html */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A short form of a UUID for reading out, such as `7K3F-92QD`: its last 40 bits, which are random in version 4. The
 * chance that a million ids contain another one with the same code is one in a million.
 */
export const shortCode = (uuid: string) =>
  Number.parseInt(uuid.slice(-10), 16)
    .toString(32)
    .padStart(8, '0')
    .replace(/./g, (digit, at) => (at === 4 ? '-' : '') + DIGITS[Number.parseInt(digit, 32)])

/** The code on an error screen: that of the failed request, if there is one, which finds it in the log, too. */
export const codeOf = ({ id, requestId = id }: { id: string; requestId?: string | undefined }) =>
  shortCode(requestId)

/** The intended code of a text that was typed in lower case, without its hyphen, or with O for 0 and I or L for 1. */
export function normaliseCode(text: string): string | undefined {
  const digits = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return /^[\dA-HJKMNP-TV-Z]{8}$/.test(digits) ? `${digits.slice(0, 4)}-${digits.slice(4)}` : undefined
}
