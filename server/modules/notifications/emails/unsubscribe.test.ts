import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Preferences } from '#shared/notifications/preferences.ts'
import { startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Posts like a mail program: without a session, and without the headers of a browser. */
const post = (path: string, headers: Record<string, string> = FORM, payload = 'List-Unsubscribe=One-Click') =>
  fixture.app.inject({
    method: 'POST',
    url: path,
    headers: { host: 'guildhall.test', ...headers },
    payload,
  })
async function link() {
  await fixture.newEvent()
  const [mail] = await fixture.sent(fixture.ada)
  const [value] = mail!.raw.match(/^List-Unsubscribe:(?:[^\r]|\r\n[ \t])*/im) ?? []
  const address = /<([^>]*)>/.exec(value!.replaceAll(/\s/g, ''))![1]!
  expect(mail!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  fixture.server.clear()
  return new URL(address)
}
const preferences = async () =>
  (await fixture.ada.call('GET', '/api/notifications/preferences')).json<Preferences>()

test('a POST to the link switches the topic off, a GET does not, and it can be undone', async () => {
  const { pathname } = await link()
  const opened = await fixture.app.inject({ url: pathname, headers: { host: 'guildhall.test' } })
  expect(opened.statusCode).toBe(303)
  const page = new URL(String(opened.headers['location']), 'https://guildhall.test')
  expect(page.pathname).toBe('/verification')
  expect((await preferences()).topics['newEvent']).toMatchObject({ inApp: true, email: true })

  expect((await post(pathname)).statusCode).toBe(200)
  expect((await post(pathname)).statusCode).toBe(200)
  expect(await preferences()).toMatchObject({
    version: 1,
    topics: { newEvent: { inApp: true, email: false } },
  })
  await fixture.newEvent('Another')
  expect(subjects(await fixture.sent(fixture.ada))).toEqual([])

  const token = page.searchParams.get('token')
  const url = `/api/public/subscription?token=${encodeURIComponent(token!)}`
  expect((await fixture.visitor('GET', url)).json()).toEqual({ label: 'New events', subscribed: false })
  const body = { token, subscribed: true }
  expect((await fixture.visitor('PUT', '/api/public/subscription', { body })).json()).toEqual({
    label: 'New events',
    subscribed: true,
  })
  await fixture.newEvent('A third')
  expect(await fixture.sent(fixture.ada)).toHaveLength(1)
})

test('a multipart form is accepted, and a forged link is refused', async () => {
  const { pathname } = await link()
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--'
  expect((await post(pathname, boundary, form)).statusCode).toBe(200)
  const { uid } = fixture.ada
  const forged = [
    pathname.replace(uid, fixture.grace.uid),
    pathname.replace('newEvent', 'seatOffered'),
    pathname.replace('newEvent', 'eventCancelled'),
    pathname.replace('newEvent', 'constructor'),
    pathname.replace(/.(?=\.)/, '_'),
    '/unsubscribe/x',
    '/unsubscribe/%00',
  ]
  const answers = await Promise.all(forged.map(async (path) => (await post(path)).statusCode))
  expect(answers).toEqual(forged.map(() => 404))
  const grace = await fixture.grace.call('GET', '/api/notifications/preferences')
  expect(grace.json()).toMatchObject({ version: 0 })
  // The already queued email is not sent either.
  await fixture.services.notifications.preferences.setEmail(uid, 'newEvent', true)
  await fixture.newEvent('Queued')
  await fixture.services.notifications.notifications.idle()
  await post(pathname)
  expect(subjects(await fixture.sent(fixture.ada))).toEqual([])
  await fixture.services.notifications.preferences.setEmail(uid, 'newEvent', true)
})
