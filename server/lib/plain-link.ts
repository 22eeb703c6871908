/** An address with a user name in it (https://bank.example@evil.example) leads elsewhere than it seems to. */
export function isPlainLink(link: string): boolean {
  const { username, password } = URL.parse(link) ?? { username: 'not an address' }
  return !username && !password
}
