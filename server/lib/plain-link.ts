const PLAIN = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/

/**
 * With what an address cannot hold written as browsers write it (https://xn--mnchen-3ya.de), so that no host in
 * another script passes for a known one.
 */
export const inPlainLetters = (link: string) => (PLAIN.test(link) ? link : (URL.parse(link)?.href ?? link))

/**
 * What is wrong with an address in plain letters, in words for the person. One with a user name in it
 * (https://bank.example@evil.example) leads elsewhere than it seems to.
 * @param longest in plain letters, which take more room
 */
export function linkError(link: string, longest: number): string | undefined {
  const { username, password } = URL.parse(link) ?? { username: 'not an address' }
  if (!username && !password && link.length <= longest) return undefined
  return 'Enter a web address, like https://example.org.'
}
