import { randomUUID } from 'node:crypto'

import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { memberLanguages } from '#server/modules/accounts/language/collection.ts'
import { type EmailFixture, startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'

const fixture = await startEmailFixture({ env: { LANGUAGES: 'en,de' } })
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

const GERMAN = { 'accept-language': 'de' }
const choose = (who: EmailFixture['ada'], language?: string) =>
  who.call('PUT', '/api/me/language', { body: { language } })

test('an email that was queued before its reader changed the language is sent in the new one', async () => {
  const { ada } = fixture
  await fixture.newEvent('Harvest', ada.uid)
  await choose(ada, 'de')
  const [mail, ...others] = await fixture.sent(ada)
  expect(others).toEqual([])
  const { subject, text, html, headers } = mail!.parsed
  expect(subject).toMatch(/^Neues Event: Harvest, (Mo|Di|Mi|Do|Fr|Sa|So)\., /)
  expect(text).toContain('Ein neues Event. Bist du dabei?')
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(headers.get('content-language')).toBe('de')
  await choose(ada)
})

test('each recipient of an event’s email gets it in their own language, whatever the author’s', async () => {
  const { ada, grace, organiser } = fixture
  await choose(grace, 'de')
  const event = await fixture.putEvent({ title: 'Supper' }, [ada.uid, grace.uid])
  await organiser.call('POST', `/api/events/${event.id}/cancel`, {
    body: { reason: 'Too wet' },
    headers: GERMAN,
  })
  expect(subjects(await fixture.sent(ada))[0]).toMatch(/^Cancelled: Supper/)
  expect(subjects(await fixture.sent(grace))[0]).toMatch(/^Abgesagt: Supper/)
  await choose(grace)
})

test('a digest is in the reader’s language at the time it is sent', async () => {
  const { grace, organiser, services } = fixture
  await grace.call('PUT', '/api/notifications/preferences', {
    body: { quiet: false, digest: 'daily', topics: {} },
    headers: { 'if-match': '"0"' },
  })
  await fixture.newEvent('Harvest', grace.uid)
  await organiser.call('POST', '/api/connections', { body: { memberId: grace.uid, note: '' } })
  await fixture.record({
    topic: 'prestigeChanged',
    subject: { kind: 'prestige', id: grace.uid },
    recipients: [grace.uid],
    data: { news: 'tierReached', tier: 'Bronze', points: '54', people: '4' },
  })
  await services.notifications.notifications.idle()
  await choose(grace, 'de')
  for (let hours = 0; hours < 30; hours += 1) {
    fixture.advance(HOUR)
    await services.notifications.emails.bundleDigests()
  }
  const [digest, ...others] = await fixture.sent(grace)
  expect(others).toEqual([])
  expect(digest!.parsed.subject).toMatch(/^3 Neuigkeiten, /)
  expect(digest!.parsed.text).toMatch(/Neues Event: Harvest/)
  expect(digest!.parsed.text).toMatch(/Olga möchte sich mit dir vernetzen/)
  expect(digest!.parsed.text).toMatch(/Du hast Bronze erreicht/)
  expect(digest!.parsed.text).toMatch(/Sammel-E-Mail abbestellen/)
  await choose(grace)
})

test('a reader whose language is no longer offered gets the community’s default', async () => {
  const { ada, store } = fixture
  await store.transact(async (tx) => tx.put(memberLanguages, { id: ada.uid, chosen: 'en-XA' }))
  await fixture.newEvent('Harvest', ada.uid)
  const [mail] = await fixture.sent(ada)
  expect(mail!.parsed.subject).toMatch(/^New event: Harvest/)
  expect(mail!.parsed.html).toContain('<html lang="en" dir="ltr">')
})

test('an invited person gets the community’s default language, whatever the inviting admin’s', async () => {
  const email = `${randomUUID()}@guildhall.test`
  const answer = await fixture.admin.call('POST', '/api/invitations', { body: { email }, headers: GERMAN })
  expect(answer.statusCode).toBe(204)
  const [mail] = await fixture.sent({ email })
  expect(mail!.parsed.subject).toMatch(/ invites you to Guildhall$/)
  expect(mail!.parsed.headers.get('content-language')).toBe('en')
})

test('a notification in the app is in the language of the request that reads it', async () => {
  const { ada } = fixture
  await fixture.newEvent('Reading', ada.uid)
  const latest = async (headers: Record<string, string>) =>
    (await ada.call('GET', '/api/notifications', { headers })).json<{ items: Notification[] }>().items[0]
      ?.text
  expect(await latest({})).toBe('New event: Reading')
  expect(await latest(GERMAN)).toBe('Neues Event: Reading')
})

test('the response to an unsubscribing mail program is in the language of its request', async () => {
  const { ada, services, visitor } = fixture
  const { oneClick } = services.notifications.unsubscribe.url('newEvent', ada.uid)
  const send = (headers: Record<string, string>) => visitor('POST', new URL(oneClick).pathname, { headers })
  expect((await send(GERMAN)).body).toBe('Du bekommst diese E-Mails nicht mehr.\n')
  expect((await send({})).body).toBe('You won’t get these emails any more.\n')
})
