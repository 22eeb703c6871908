import { afterAll, beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { startChapterFixture } from '#server/testing/fixtures/chapter-fixture.ts'
import { chapterDocument } from '#server/testing/fixtures/chapters.ts'
import { ifMatch } from '#server/testing/matrices/permissions/command.ts'

import { invitations } from './collection.ts'
import { invitationId } from './tokens.ts'

const fixture = await startChapterFixture()
afterAll(() => fixture.close())
await fixture.putChapters(chapterDocument('one'), chapterDocument('two'))

let first: string
let second: string
let made = 0

beforeEach(() => {
  made += 1
  ;[first, second] = [`first-${made}`, `second-${made}`]
})

function row(slug: string, lead: string) {
  const { id: _, version: __, createdAt: ___, stateSince: ____, ...chapter } = chapterDocument(slug)
  return { ...chapter, lead }
}
const send = (...chapters: ReturnType<typeof row>[]) =>
  fixture.admin.call('POST', '/api/admin/chapters/import', { body: { chapters } })

test('someone without an account who is named as lead is invited once, and leads the chapter on joining', async () => {
  const email = `lead-${made}@example.org`
  expect((await send(row(first, email))).statusCode).toBe(204)
  expect((await send(row(first, email))).statusCode).toBe(204)
  const invited = await fixture.store.get(invitations, invitationId(email))
  expect(invited).toMatchObject({ state: 'open', version: 1, chapter: invited?.leads })
  const joined = await fixture.member({ email })
  expect(await fixture.page(joined, first)).toMatchObject({
    own: { kind: 'home', role: 'lead', state: 'active' },
  })
})

test('an invitation that was revoked is sent again to the lead of a new chapter, and an open one is changed', async () => {
  const [revoked, open] = [`revoked-${made}@example.org`, `open-${made}@example.org`]
  await fixture.admin.call('POST', '/api/admin/invitations/import', {
    body: { preview: false, rows: [{ email: revoked }, { email: open, displayName: 'Ada Lovelace' }] },
  })
  await fixture.admin.call('POST', `/api/admin/invitations/${invitationId(revoked)}/revocation`, {
    headers: ifMatch(1),
  })
  await send(row(first, revoked), row(second, open))
  const found = await fixture.store.getMany(invitations, [revoked, open].map(invitationId))
  expect(found).toMatchObject([
    { state: 'open', leads: expect.any(String) },
    { state: 'open', leads: expect.any(String), profile: { displayName: 'Ada Lovelace' } },
  ])
})

async function expire(email: string) {
  const invited = (await fixture.store.get(invitations, invitationId(email)))!
  const expiresAt = new Date(fixture.clock() - DAY).toISOString()
  await fixture.store.transact(async (tx) => tx.put(invitations, { ...invited, expiresAt }))
  return invited
}

test('a row of an admin’s list does not renew an expired appointment as lead', async () => {
  const email = `expired-${made}@example.org`
  await send(row(first, email))
  await expire(email)
  const body = { preview: false, rows: [{ email }] }
  await fixture.admin.call('POST', '/api/admin/invitations/import', { body })
  const joined = await fixture.member({ email })
  expect((await fixture.page(joined, first)).own).toMatchObject({ kind: 'home', role: 'member' })
})

test('an expired appointment as lead that an admin resends makes a lead', async () => {
  const email = `expired-${made}@example.org`
  await send(row(first, email))
  const { id, version } = await expire(email)
  await fixture.admin.call('POST', `/api/admin/invitations/${id}/resend`, { headers: ifMatch(version) })
  expect((await fixture.page(await fixture.member({ email }), first)).own?.role).toBe('lead')
})
