import type { BrowserContextOptions, Page } from 'playwright-core'

import type { ConnectionList } from '#shared/connection-rules.ts'
import type { Connection, Relationship } from '#shared/connections.ts'
import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { editOf } from '#shared/profile-edit.ts'

import { call, newPerson, type Person, startSession } from './people.ts'
import type { runProduct } from './product.ts'

export { call } from './people.ts'

export interface Member {
  id: string
  name: string
  page: Page
  /** To sign in again. */
  person: Person
}

/** Someone signed in whom others can find, with a browser of their own. */
export async function newMember(
  product: ReturnType<typeof runProduct>,
  name: string,
  profile: Partial<ProfileEdit> = {},
  options: BrowserContextOptions = {},
): Promise<Member> {
  const page = await product.newBrowser({ reducedMotion: 'reduce', ...options })
  const person = await newPerson(product.emulator)
  await startSession(page, product.origin, person)
  const { body: own } = await call<OwnProfile>(page, 'GET', '/api/me')
  const edit = { ...editOf(own), ...profile, displayName: name }
  const { status } = await call(page, 'PUT', '/api/me', edit, own.version)
  if (status !== 200) throw new Error(`${name} could not fill in the profile: ${status}`)
  // Until then the directory leaves them out.
  await call(page, 'POST', '/api/me/onboarded')
  return { id: own.id, name, page, person }
}

export const askOf = (from: Member, to: Member, note = '') =>
  call<{ connectionId: string }>(from.page, 'POST', '/api/connections', { memberId: to.id, note })

/** Both of them agreed. Resolves to the connection's id. */
export async function connect(a: Member, b: Member) {
  await askOf(a, b)
  return (await askOf(b, a)).body.connectionId
}

export const relationshipOf = async (of: Member, to: Member) =>
  (await call<Relationship>(of.page, 'GET', `/api/connections/with/${to.id}`)).body.state

export const listed = async ({ page }: Member, list: ConnectionList) =>
  (await call<{ items: Connection[] }>(page, 'GET', `/api/connections?list=${list}`)).body.items.map(
    ({ member }) => member.displayName,
  )

/** Waits until the page says so in passing. */
export const said = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).waitFor()
