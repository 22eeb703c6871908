import * as m from '#shared/lib/messages.ts'

const PLAIN = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/

/**
 * The link in ASCII, as browsers encode it (https://xn--mnchen-3ya.de), so that a host in another script cannot pass
 * for a known one.
 */
export const inPlainLetters = (link: string) => (PLAIN.test(link) ? link : (URL.parse(link)?.href ?? link))

/**
 * The error of an address in ASCII, as a sentence for a form. A user name in it (https://bank.example@evil.example)
 * would hide the host.
 * @param longest maximum characters, in ASCII
 */
export function linkError(link: string, longest: number): string | undefined {
  const { username, password } = URL.parse(link) ?? { username: '?' }
  if (!username && !password && link.length <= longest) return undefined
  return m.fieldLink()
}
