/** Imports nothing, so that browsers can use it. */

export const HTTPS_RULE = 'Enter an address that starts with https://.'

const PLAIN = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/

/**
 * In ASCII, as browsers encode it (https://xn--mnchen-3ya.de), so that a host in another script cannot pass for a known
 * one.
 */
export const inPlainLetters = (link: string) => (PLAIN.test(link) ? link : (URL.parse(link)?.href ?? link))

/**
 * The error of an address in ASCII, as a sentence for a form. A user name in it (https://bank.example@evil.example)
 * would hide where it leads.
 * @param longest characters, in ASCII
 */
export function linkError(link: string, longest: number): string | undefined {
  const { username, password } = URL.parse(link) ?? { username: 'not an address' }
  if (!username && !password && link.length <= longest) return undefined
  return 'Enter a web address, like https://example.org.'
}
