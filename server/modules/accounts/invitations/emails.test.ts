import { afterAll, beforeEach, expect, test } from 'vitest'

import type { ImportAnswer, InvitationPage } from '#shared/accounts/invitations.ts'
import { DAY } from '#shared/lib/durations.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'
import { INVITATIONS, newAddress, newRows } from '#server/testing/fixtures/invitation-fixture.ts'

import { invitations } from './collection.ts'
import { invitationId } from './tokens.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.server.clear()
  fixture.server.behave()
})

const importRows = async (rows: readonly object[], preview = false) =>
  (
    await fixture.admin.call('POST', `${INVITATIONS}/import`, { body: { rows, preview } })
  ).json<ImportAnswer>()
const stored = async (email: string) => (await fixture.store.get(invitations, invitationId(email)))!
async function act(email: string, name: string) {
  const { id, version } = await stored(email)
  const headers = { 'if-match': `"${version}"` }
  expect((await fixture.admin.call('POST', `${INVITATIONS}/${id}/${name}`, { headers })).statusCode).toBe(200)
}
async function invite(row: object = {}) {
  const email = newAddress()
  await importRows([{ email, ...row }])
  return email
}
const sentTo = (email: string) => fixture.sent({ email })
const emailed = async (email: string) =>
  (await fixture.admin.call('GET', `${INVITATIONS}?q=${email}`)).json<InvitationPage>().items[0]?.emailed

test('an invitation is emailed once, with a link that nothing stored contains', async () => {
  expect(await importRows([{ email: newAddress() }], true)).toMatchObject({ sendsEmail: true })
  const email = await invite({ displayName: 'Grace\nHopper' })
  await importRows([{ email }])
  expect(await emailed(email)).toEqual({ state: 'queued' })
  const [mail, ...others] = await sentTo(email)
  expect(others).toEqual([])
  expect(mail?.parsed.subject).toContain('invites you to Guildhall')
  expect(mail?.parsed.headers.has('list-unsubscribe')).toBe(false)
  expect(mail?.parsed.text).not.toContain('Choose what you get')
  const token = /#invitation=([\w-]{22})/.exec(mail?.parsed.text ?? '')?.[1] ?? ''
  const opened = await fixture.visitor('POST', '/api/invitations/opened', { body: { token } })
  expect(opened.json()).toMatchObject({ state: 'open', email })
  const kept = [await allOf(fixture.store, emails, {}), await stored(email)]
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(JSON.stringify(kept[0])).not.toContain(email)
  expect(await emailed(email)).toEqual({ state: 'sent' })
})

test('an invitation is emailed again on request, unless it has ended', async () => {
  const [again, revoked, member] = [await invite(), await invite(), await invite()]
  await act(again, 'resend')
  await act(revoked, 'revocation')
  await fixture.member({ email: member })
  expect(await sentTo(again)).toHaveLength(1)
  await act(again, 'resend')
  expect(await sentTo(again)).toHaveLength(2)
  expect(await sentTo(revoked)).toEqual([])
  expect(await sentTo(member)).toEqual([])
})

test('the list shows which address was refused, and why', async () => {
  fixture.server.behave({ onAddress: () => 550 })
  const email = await invite()
  await sentTo(email)
  expect(await emailed(email)).toMatchObject({ state: 'refused', reason: expect.stringContaining('550') })
  fixture.server.behave()
  await act(email, 'resend')
  expect(await sentTo(email)).toHaveLength(1)
  expect(await emailed(email)).toEqual({ state: 'sent' })
})

test('thousands of invitations are sent at a limited rate, and do not delay other emails', async () => {
  const rows = newRows(40)
  await importRows(rows.slice(0, 20))
  await importRows(rows.slice(20))
  const due = (await allOf(fixture.store, emails, { orderBy: 'dueAt' }))
    .map(({ dueAt }) => Date.parse(dueAt ?? ''))
    .toSorted((one, other) => one - other)
  expect(due).toHaveLength(40)
  expect(due.at(-1)! - due[0]!).toBe(39 * 500)
  // A single invitation does not wait for them.
  const email = await invite()
  await act(email, 'resend')
  await fixture.services.notifications.emails.sendDue()
  expect(fixture.server.received().filter(({ to }) => to === email)).toHaveLength(1)
})

test('a link that has expired while the mail server was down is not sent', async () => {
  const email = await invite()
  fixture.advance(15 * DAY)
  expect(await sentTo(email)).toEqual([])
})
