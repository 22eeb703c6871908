import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'

import { DEMO_ACCOUNTS } from './accounts.ts'

export const MARA = 'demo-member'
export const TOMAS = 'demo-organiser'
export const INES = 'demo-admin'

/** Names of the members on the public prestige page. */
export const LISTED: readonly string[] = [
  'Mara Lindqvist',
  'Tomás Okafor',
  'Amara Nwosu',
  'Yasmin Haddad',
  'Wanjiru Kamau',
  'Reto Cavegn',
  'Sofia Antunes',
  'Anneliese Brühlmann',
  'Zé Moura',
  'Miguel Torres',
  'Dwayne Jackson',
]

const PEOPLE = [...DEMO_ACCOUNTS.map(({ uid, profile }) => ({ ...profile, uid })), ...SAMPLE_MEMBERS]
const byName = new Map(PEOPLE.map((one) => [one.displayName, one]))

/** A member of the demo by name. */
export function person(name: string) {
  const found = byName.get(name)
  if (!found) throw new Error(`Nobody in the demo has this name: ${name}`)
  return found
}

export const idOf = (name: string) => person(name).uid
