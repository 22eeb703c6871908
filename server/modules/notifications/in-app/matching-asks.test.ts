import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { ASK_LIFETIME } from '#shared/people/profile.ts'
import { nextDigest } from '#server/modules/notifications/preferences/digest-times.ts'
import { type EmailFixture, startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'

import { createMatchingAsks } from './matching-asks.ts'

const ZONE = 'Asia/Kathmandu'

let fixture: EmailFixture
let run: () => Promise<void>
/** The next Monday at eight in the zone, in milliseconds. */
let monday: number
beforeEach(async () => {
  fixture = await startEmailFixture()
  const { clock, store, services, changeMember, ada } = fixture
  const { operations, people } = services
  run = createMatchingAsks({ store, clock, operations, people })
  monday = nextDigest('weekly', ZONE, clock() + DAY)
  await changeMember(ada.uid, { timeZone: ZONE, offers: [posted('Falconry lessons for beginners')] })
})
afterEach(() => fixture.close())

/** @param days before the Monday */
const posted = (text: string, days = 2) => ({
  id: randomUUID(),
  text,
  expiresAt: new Date(monday - days * DAY + ASK_LIFETIME).toISOString(),
})

const ask = ({ uid }: { uid: string }, asks: ReturnType<typeof posted>[], more: object = {}) =>
  fixture.changeMember(uid, { displayName: 'Grace', onboardedAt: '2026-01-01T00:00:00.000Z', asks, ...more })

/** Emails to Ada after the job ran before, at and after the Monday. */
async function sentAround(at = monday) {
  const { advance, clock, ada } = fixture
  advance(at - HOUR - clock())
  await run()
  advance(HOUR + 16 * MINUTE + 1)
  await Promise.all([run(), run()])
  advance(16 * MINUTE)
  await run()
  return fixture.sent(ada)
}

test('a member gets one email on Monday with the three best of the week, and none for the same week again', async () => {
  const texts = ['Falconry for a film', 'A falconry course', 'Beginners of falconry', 'Falconry, once']
  await ask(fixture.grace, [...texts.map((text) => posted(text)), posted('Someone who fells trees')])
  const mails = await sentAround()
  expect(subjects(mails)).toEqual(['3 asks match what you offer'])
  const [text = ''] = mails.map(({ parsed }) => parsed.text)
  expect(text).toContain('Grace: “Beginners of falconry”')
  expect(text).not.toContain('fells trees')
  expect(text).toContain('/connections?tab=asks')
  expect(subjects(await sentAround(monday + DAY))).toEqual(subjects(mails))
})

test('nobody is emailed without a match, or about an ask of an earlier week', async () => {
  await ask(fixture.grace, [posted('Someone who fells trees'), posted('Falconry lessons', 9)])
  expect(await sentAround()).toEqual([])
})

test('a member who switched the topic off gets no email', async () => {
  const { ada, grace } = fixture
  await ask(grace, [posted('Falconry')])
  const body = { quiet: false, digest: 'off', topics: { matchingAsks: { email: false } } }
  await ada.call('PUT', '/api/notifications/preferences', { body, headers: { 'if-match': '"0"' } })
  expect(await sentAround()).toEqual([])
})

test.each<[string, object]>([
  ['hidden from the directory', { directoryHidden: true }],
  ['suspended', { status: 'suspended' }],
])('the email leaves out an ask of a member who is %s', async (_, more) => {
  await ask(fixture.grace, [posted('Falconry')], more)
  expect(await sentAround()).toEqual([])
})

test('the email leaves out an ask of a member whom a block hides', async () => {
  const { ada, grace } = fixture
  await ask(grace, [posted('Falconry')])
  await grace.call('PUT', `/api/blocks/${ada.uid}`)
  expect(await sentAround()).toEqual([])
})

test('an ask that is withdrawn before the email is sent is not in it', async () => {
  await ask(fixture.grace, [posted('Falconry')])
  fixture.advance(monday - HOUR - fixture.clock())
  await run()
  fixture.advance(HOUR + 16 * MINUTE + 1)
  await run()
  await fixture.services.notifications.notifications.idle()
  await ask(fixture.grace, [])
  expect(await fixture.sent(fixture.ada)).toEqual([])
})
