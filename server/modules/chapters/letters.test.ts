import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Letter, LetterLine, LetterPlan } from '#shared/chapters/letters.ts'
import type { ChapterRole } from '#shared/chapters/rules.ts'
import { DAY, HOUR, MINUTE, WEEK } from '#shared/lib/durations.ts'
import type { Page } from '#shared/lib/page.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { chapters } from './chapters/collection.ts'
import { type EmailFixture, startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { chapterLetters } from './letters/collection.ts'

let fixture: EmailFixture
type Person = EmailFixture['ada']
let lead: Person
let second: Person
let ada: Person
let slug: string
let made = 0

afterEach(() => fixture.close())
// One for each test, because time passes and sessions end.
beforeEach(async () => {
  fixture = await startEmailFixture()
  made += 1
  slug = `chapter-${made}`
  ;[lead, second, ada] = await Promise.all([fixture.member(), fixture.member(), fixture.member()])
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('other'))
    putChapter(tx, chapterDocument(slug))
  })
  await put(lead, 'lead')
  await put(second, 'lead')
  await put(ada, 'member')
  await fixture.services.chapters.start()
  await fixture.sent()
  fixture.server.clear()
})

const put = ({ uid }: Person, role: ChapterRole, state: 'active' | 'left' = 'active') =>
  fixture.store.transact(async (tx) => putChapterMembership(tx, slug, uid, { kind: 'home', role, state }))
const edit = (more: Partial<ReturnType<typeof chapterDocument>>) =>
  fixture.store.transact(async (tx) => tx.put(chapters, { ...(await tx.get(chapters, slug))!, ...more }))
const at = (milliseconds: number) => new Date(fixture.clock() + milliseconds).toISOString()
const write = (person: Person, more: object = {}, key = randomUUID()) =>
  person.call('POST', `/api/chapters/${slug}/letters`, {
    body: { title: 'News', text: 'Bring a *pen*', ...more },
    headers: { 'idempotency-key': key },
  })
const sendDue = () => fixture.services.chapters.letters.sendDue()
const planOf = async (person: Person) =>
  (await person.call('GET', `/api/chapters/${slug}/letters/plan`)).json<LetterPlan>()
const listOf = async (person: Person) =>
  (await person.call('GET', `/api/chapters/${slug}/letters`)).json<Page<LetterLine>>().items
const news = async (person: Person) => {
  await fixture.services.notifications.notifications.idle()
  const { items } = (await person.call('GET', '/api/notifications')).json<Page<Notification>>()
  return items.filter(({ topic }) => topic === 'chapterLetter').map(({ text }) => text)
}
const mailed = async (person: Person) => subjects(await fixture.sent(person))

test('a letter reaches each member once, in the app and by email, also when the request is repeated', async () => {
  const key = randomUUID()
  const [first, again] = await Promise.all([write(lead, {}, key), write(lead, {}, key)])
  expect([first, again].map(({ statusCode }) => statusCode)).toEqual([201, 201])
  for (const person of [ada, second]) {
    expect(await news(person)).toEqual([`Letter from Chapter ${slug}: News`])
    expect(await mailed(person)).toEqual([`Chapter ${slug}: News`])
  }
  expect(await news(lead)).toEqual([])
  expect(await mailed(lead)).toEqual([])
  const [line] = await listOf(ada)
  expect(line).toMatchObject({ title: 'News', by: { id: lead.uid } })
  const read = await ada.call('GET', `/api/chapters/${slug}/letters/${line!.id}`)
  expect(read.json<Letter>()).toMatchObject({ title: 'News', text: 'Bring a *pen*' })
})

test('the email has the Markdown as HTML, and no link but our own', async () => {
  await write(lead, { text: '## Soon\n\n- [pay](https://evil.example/x) **now**\n\n<script>x</script>' })
  const [mail] = await fixture.sent(ada)
  const { html, text } = mail!.parsed
  expect(html).toContain('<h2>Soon</h2>')
  expect(html).toContain('<strong>now</strong>')
  expect(html).not.toContain('href="https://evil')
  expect(html).not.toContain('<script>')
  expect(text).toContain('[pay](https://evil.example/x)')
})

test('a scheduled letter is sent at its time, once by several replicas, and can be changed until then', async () => {
  await write(lead, { at: at(HOUR) })
  await sendDue()
  expect(await news(ada)).toEqual([])
  expect(await listOf(ada)).toEqual([])
  const [planned] = (await planOf(second)).items
  const url = `/api/chapters/${slug}/letters/${planned!.id}`
  expect((await ada.call('GET', url)).statusCode).toBe(404)
  const change = {
    body: { title: 'Better', text: 'Bring two', at: at(HOUR) },
    headers: { 'if-match': '"1"' },
  }
  expect((await second.call('PUT', url, change)).statusCode).toBe(200)
  expect((await second.call('PUT', url, change)).statusCode).toBe(200)
  expect((await lead.call('PUT', url, change)).statusCode).toBe(412)
  fixture.advance(HOUR + MINUTE)
  await Promise.all([sendDue(), sendDue(), sendDue()])
  await sendDue()
  expect(await news(ada)).toEqual([`Letter from Chapter ${slug}: Better`])
  expect(await mailed(ada)).toEqual([`Chapter ${slug}: Better`])
  expect((await lead.call('DELETE', url)).statusCode).toBe(404)
})

test('an edit that another one of the same author has overtaken is refused, also when only the time differs', async () => {
  await write(lead, { at: at(HOUR) })
  const [planned] = (await planOf(lead)).items
  const { id, title, text } = planned!
  const change = async (more: object) => {
    const headers = { 'if-match': '"1"' }
    const body = { title, text, ...more }
    return (await lead.call('PUT', `/api/chapters/${slug}/letters/${id}`, { body, headers })).statusCode
  }
  const later = { at: at(8 * DAY) }
  expect(await change(later)).toBe(200)
  expect(await change({ at: at(2 * DAY) })).toBe(412)
  expect(await change({})).toBe(412)
  expect(await change(later)).toBe(200)
  expect((await planOf(lead)).items).toMatchObject([{ ...later, state: 'scheduled', version: 2 }])
})

test('a repeated edit that sends a letter now is answered as the first, and sends it once', async () => {
  await write(lead, { at: at(HOUR) })
  const [planned] = (await planOf(lead)).items
  const { id, title, text } = planned!
  for (let count = 0; count < 2; count += 1) {
    fixture.advance(MINUTE)
    const answer = await lead.call('PUT', `/api/chapters/${slug}/letters/${id}`, {
      body: { title, text },
      headers: { 'if-match': '"1"' },
    })
    expect(answer.json()).toEqual({ isSent: true })
  }
  expect(await mailed(ada)).toEqual([`Chapter ${slug}: News`])
})

test('a deleted letter is not sent', async () => {
  await write(lead, { at: at(HOUR) })
  const [planned] = (await planOf(lead)).items
  expect((await second.call('DELETE', `/api/chapters/${slug}/letters/${planned!.id}`)).statusCode).toBe(204)
  fixture.advance(2 * HOUR)
  await sendDue()
  expect(await mailed(ada)).toEqual([])
})

test('a chapter sends one letter a week: one of two leads who write at once is refused', async () => {
  const answers = await Promise.all([write(lead), write(second)])
  expect(answers.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['201', '429'])
  expect(answers.find(({ statusCode }) => statusCode === 429)!.json()).toMatchObject({ code: 'letter_limit' })
  expect((await write(lead, { at: at(3 * DAY) })).statusCode).toBe(429)
  const { nextAt } = await planOf(lead)
  expect((await write(lead, { at: nextAt })).statusCode).toBe(201)
  await edit({ lettersPerWeek: '2' })
  expect((await write(second)).statusCode).toBe(201)
  expect((await write(second)).statusCode).toBe(429)
})

test('a letter is not sent once its author has lost the right, or the chapter is closed', async () => {
  await write(lead, { at: at(HOUR) })
  await edit({ lettersPerWeek: '2' })
  await write(second, { at: at(DAY) })
  await put(lead, 'member')
  fixture.advance(2 * HOUR)
  await sendDue()
  expect(await news(ada)).toEqual([])
  expect((await planOf(second)).items.map(({ state }) => state)).toEqual(['held', 'scheduled'])
  await setStatus(fixture.store, second.uid, 'suspended')
  fixture.advance(DAY)
  await sendDue()
  await setStatus(fixture.store, second.uid, 'active')
  expect((await planOf(second)).items.map(({ state }) => state)).toEqual(['held', 'held'])
  await edit({ state: 'closed' })
  expect((await write(second)).statusCode).toBe(403)
  expect(await mailed(ada)).toEqual([])
})

test('a letter that is more than a day late is held until a member edits and sends it', async () => {
  await write(lead, { at: at(HOUR) })
  fixture.advance(2 * DAY)
  await sendDue()
  const [held] = (await planOf(second)).items
  expect(held!.state).toBe('held')
  const { id, title, text, version } = held!
  const answer = await second.call('PUT', `/api/chapters/${slug}/letters/${id}`, {
    body: { title, text },
    headers: { 'if-match': `"${version}"` },
  })
  expect(answer.json()).toEqual({ isSent: true })
  expect(await mailed(ada)).toEqual([`Chapter ${slug}: News`])
  expect(await news(lead)).toHaveLength(1)
})

test('members who left or were suspended get no letter, even one that was about to be sent to them', async () => {
  const left = await fixture.member()
  const suspended = await fixture.member()
  await put(left, 'member', 'left')
  await put(suspended, 'member')
  await setStatus(fixture.store, suspended.uid, 'suspended')
  await write(lead)
  await fixture.services.notifications.notifications.idle()
  await put(ada, 'member', 'left')
  for (const person of [left, suspended, ada]) expect(await mailed(person)).toEqual([])
})

test('a link in the letter switches letters of this chapter off, without a session, and no others', async () => {
  await edit({ lettersPerWeek: '7' })
  await write(lead)
  const [mail] = await fixture.sent(ada)
  const [value] = mail!.raw.match(/^List-Unsubscribe:(?:[^\r]|\r\n[ \t])*/im) ?? []
  const { pathname } = new URL(/<([^>]*)>/.exec(value!.replaceAll(/\s/g, ''))![1]!)
  const post = (path: string) =>
    fixture.app.inject({ method: 'POST', url: path, headers: { host: 'guildhall.test' } })
  expect((await post(pathname.replace(slug, 'other'))).statusCode).toBe(404)
  expect((await post(pathname)).statusCode).toBe(200)
  expect((await post(pathname)).statusCode).toBe(200)
  fixture.server.clear()
  await write(lead, { title: 'Second' })
  expect(await mailed(ada)).toEqual([])
  expect(await news(ada)).toEqual([
    `Letter from Chapter ${slug}: Second`,
    `Letter from Chapter ${slug}: News`,
  ])
  expect(await mailed(second)).toEqual([`Chapter ${slug}: Second`])
  expect(
    (await ada.call('PUT', `/api/chapters/${slug}/membership/letters`, { body: { email: true } })).statusCode,
  ).toBe(204)
  await write(lead, { title: 'Third' })
  expect(await mailed(ada)).toEqual([`Chapter ${slug}: Third`])
})

test('a member who blocked the author gets no words, and reads them on request; a blocked one gets no name', async () => {
  await ada.call('PUT', `/api/blocks/${lead.uid}`)
  await lead.call('PUT', `/api/blocks/${second.uid}`)
  await write(lead)
  expect(await news(ada)).toEqual([
    `Chapter ${slug}: a letter from someone you blocked. Open the chapter to read it.`,
  ])
  const [mail] = await fixture.sent(ada)
  expect(mail!.raw).not.toContain('Bring a')
  const [line] = await listOf(ada)
  expect(line).toEqual({ id: line!.id, title: '', withheld: true, at: line!.at })
  const read = await ada.call('GET', `/api/chapters/${slug}/letters/${line!.id}`)
  expect(read.json<Letter>()).toMatchObject({ text: 'Bring a *pen*' })
  expect((await listOf(second))[0]).toEqual({ id: line!.id, title: 'News', at: line!.at })
})

test('hostile and empty texts are refused or stored as plain text', async () => {
  const codes = []
  for (const more of [
    { title: ' \u200b ' },
    { text: '\u200b' },
    { text: 'x'.repeat(4001) },
    { at: at(-HOUR) },
    { at: at(100 * DAY) },
  ])
    codes.push((await write(lead, more)).statusCode)
  expect(codes).toEqual([400, 400, 400, 400, 400])
  await write(lead, { title: 'News\u202e\nB' })
  expect((await listOf(ada))[0]!.title).toBe('News B')
})

test('the download has letters that the member wrote, and a deletion removes those not sent', async () => {
  await write(lead)
  await write(lead, { at: at(WEEK) })
  const part = fixture.services.chapters.accountDataParts.find(({ name }) => name === 'chapterLetters')
  const own = () => fixture.store.find(chapterLetters, { where: { by: lead.uid }, orderBy: 'at', limit: 9 })
  expect((await own()).items).toHaveLength(2)
  if (typeof part?.forget === 'function') await part.forget(lead.uid)
  expect((await own()).items.map(({ state }) => state)).toEqual(['sent'])
})
