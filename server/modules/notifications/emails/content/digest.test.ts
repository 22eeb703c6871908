import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Preferences } from '#shared/notifications/preferences.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { notificationPreferences } from '#server/modules/notifications/preferences/collection.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

const bundleDigests = () => fixture.services.notifications.emails.bundleDigests()
async function choose(digest: string, who = fixture.grace) {
  const { version, quiet, topics } = (
    await who.call('GET', '/api/notifications/preferences')
  ).json<Preferences>()
  await who.call('PUT', '/api/notifications/preferences', {
    body: { quiet, digest, topics },
    headers: { 'if-match': `"${version}"` },
  })
}
const news = (title: string) => fixture.newEvent(title, fixture.grace.uid)
/** Runs the job on three replicas, once each hour. */
async function hours(count: number) {
  for (let at = 0; at < count; at++) {
    fixture.advance(HOUR)
    await Promise.all([bundleDigests(), bundleDigests(), bundleDigests()])
  }
  return fixture.sent(fixture.grace)
}

test('a daily digest combines emails that can wait, without read and outdated ones', async () => {
  await choose('daily')
  await news('Harvest')
  await news('Supper')
  await news('Read already')
  expect(subjects(await fixture.sent(fixture.grace))).toEqual([])
  const list = await fixture.services.notifications.notifications.list(fixture.grace.uid)
  const read = list.items.find(({ text }) => text.includes('Read already'))
  await fixture.grace.call('POST', '/api/notifications/read', { body: { subject: read!.subject } })
  const [digest, ...others] = await hours(30)
  expect(others).toEqual([])
  expect(digest!.parsed.subject).toMatch(/^2 things are new, /)
  expect(digest!.parsed.text).toMatch(/Harvest[^]*Supper/)
  expect(digest!.parsed.text).not.toContain('Read already')
  fixture.server.clear()
  // Without anything new there is no email.
  expect(await hours(30)).toEqual([])
})

test('digests arrive at eight in the member’s zone, even after they moved', async () => {
  await choose('daily')
  const profile = (await fixture.grace.call('GET', '/api/me')).json<Record<string, unknown>>()
  const due = async () => (await fixture.store.get(notificationPreferences, fixture.grace.uid))!.digestAt!
  const { moveDigest } = fixture.services.notifications.preferences
  await fixture.store.transact((tx) => moveDigest(tx, fixture.grace.uid, 'Asia/Tokyo'))
  expect(await due()).toContain('T23:00:00')
  await fixture.store.transact((tx) => moveDigest(tx, fixture.grace.uid, String(profile['timeZone'])))
  expect(await due()).toContain('T08:00:00')
})

test('waiting emails are sent in a last digest when it is switched off', async () => {
  await choose('daily')
  await news('Last')
  await choose('off')
  const mails = await hours(30)
  expect(mails.map(({ parsed }) => parsed.subject?.split(',')[0])).toEqual(['One thing is new'])
  fixture.server.clear()
  await news('At once')
  expect((await fixture.sent(fixture.grace)).map(({ parsed }) => parsed.subject)).toEqual([
    expect.stringMatching(/^New event: At once/),
  ])
})

test('earned points are emailed in the digest only', async () => {
  const change = 'You earned 10 points: Growth meeting held: Printers'
  const earn = (who: { uid: string }) =>
    fixture.record({
      topic: 'prestigeChanged',
      subject: { kind: 'prestige', id: who.uid },
      recipients: [who.uid],
      digestOnly: true,
      data: { change },
    })
  await choose('daily')
  for (const who of [fixture.ada, fixture.grace]) await earn(who)
  expect(await fixture.sent()).toEqual([])
  expect((await hours(30)).map(({ parsed }) => parsed.text)).toEqual([expect.stringContaining(change)])
  expect(await fixture.sent(fixture.ada)).toEqual([])

  fixture.server.clear()
  await fixture.services.notifications.preferences.setEmail(fixture.grace.uid, 'prestigeChanged', false)
  await earn(fixture.grace)
  expect(await hours(30)).toEqual([])
})

test('a digest has events of the member’s chapters first, under the names of these chapters', async () => {
  await fixture.store.transact(async (tx) => {
    for (const id of ['berlin', 'lisbon', 'zurich']) putChapter(tx, chapterDocument(id))
    for (const id of ['berlin', 'lisbon'])
      putChapterMembership(tx, id, fixture.grace.uid, { kind: 'guest', role: 'member', state: 'active' })
  })
  await fixture.services.chapters.start()
  await choose('daily')
  const ofChapter = async (title: string, more: Partial<EventDocument>) => {
    const event = await fixture.putEvent({ title, startsAt: inHours(900), endsAt: inHours(902), ...more })
    await fixture.record({
      subject: { kind: 'event', id: event.id },
      data: { title },
      recipients: [fixture.grace.uid],
    })
    await fixture.services.notifications.notifications.idle()
  }
  await news('Of all')
  await ofChapter('Elsewhere', { chapterId: 'zurich' })
  await ofChapter('River', { chapterId: 'lisbon' })
  await ofChapter('Lake', { chapterId: 'zurich', cohosts: ['berlin'] })
  const [digest] = await hours(30)
  expect(digest!.parsed.text).toMatch(
    /Chapter berlin\n\n- [^\n]*Lake[^]*Chapter lisbon\n\n- [^\n]*River[^]*Also new\n\n- [^]*Of all[^]*Elsewhere/,
  )
  expect(digest!.parsed.html).toMatch(/<h2 dir="auto">Chapter berlin<\/h2>\n<ul class="items">/)
})
