/** An address with a user name in it (https://bank.example@evil.example) leads elsewhere than it seems to. */
export function isPlainLink(link: string): boolean {
  const { username, password } = URL.parse(link) ?? { username: 'not an address' }
  return !username && !password
}

const PLAIN = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/

/**
 * With what an address cannot hold written as browsers write it (https://xn--mnchen-3ya.de), so that no host in
 * another script passes for a known one.
 */
export const inPlainLetters = (link: string) => (PLAIN.test(link) ? link : (URL.parse(link)?.href ?? link))
