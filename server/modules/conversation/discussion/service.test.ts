import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Discussion, Post } from '#shared/conversation/discussion/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import { discussionPosts } from './collection.ts'

type Person = OrganiserFixture['ada']

/** The organiser's event, which Ada is going to. */
let event: EventDocument

const fixture = await startOrganiserFixture({ liftRateLimits: true })
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({ title: 'Dinner' }, [fixture.ada.uid])
  // The day's limit of posts counts anew.
  await fixture.store.transact(async (tx) => {
    for (const { id } of await allOf(tx, discussionPosts, {})) tx.delete(discussionPosts, id)
  })
})

const path = (of = event) => `/api/events/${of.id}/discussion`
const code = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  statusCode >= 400 ? (JSON.parse(body) as { code: string }).code : '',
]
const post = (
  who: Person,
  text: string,
  more: { question?: string; key?: string; of?: EventDocument } = {},
) =>
  who.call('POST', path(more.of), {
    body: { text, question: more.question },
    headers: { 'idempotency-key': more.key },
  })
async function posted(who: Person, text: string, question?: string) {
  fixture.advance(1_000)
  const answer = await post(who, text, { question })
  expect(answer.statusCode).toBe(201)
  return answer.json<Post>()
}
const discussion = async (who: Person) => (await who.call('GET', path())).json<Discussion>()
/** Texts of the questions, each with those of its answers. */
const texts = async (who: Person) =>
  (await discussion(who)).items.map(({ text, answers }) => [text, ...answers.map((answer) => answer.text)])
const mark = (who: Person, id: string, isMarked = true, name = 'mark') =>
  who.call('PUT', `${path()}/${id}/${name}`, { body: { isMarked } })

test('members who can see the event ask and answer, without an RSVP', async () => {
  const { ada, grace, organiser } = fixture
  const parking = await posted(grace, 'Is there parking?\r\n<b>Two</b> cars: https://example.org/map')
  await posted(ada, 'Is there a lift?')
  await posted(organiser, 'Yes, behind the hall.', parking.id)
  const { items, news } = await discussion(ada)
  expect(items.map(({ text }) => text)).toEqual([
    'Is there a lift?',
    'Is there parking?\n<b>Two</b> cars: https://example.org/map',
  ])
  expect(items[1]).toMatchObject({
    by: { displayName: 'Grace' },
    isOwn: false,
    isMarked: false,
    answerCount: 1,
    answers: [{ text: 'Yes, behind the hall.', by: { displayName: 'Olga' } }],
  })
  expect(news).toBe('own')
})

test('a draft, an event that an admin has hidden and one that does not exist have no discussion for members', async () => {
  const { ada, organiser } = fixture
  const draft = await fixture.putEvent({ status: 'draft' })
  const hidden = await fixture.putEvent({ hidden: { event: { reason: 'Spam', at: event.startsAt } } })
  for (const of of [draft, hidden, { ...event, id: 'missing' }]) {
    expect((await ada.call('GET', path(of))).statusCode).toBe(404)
    expect((await post(ada, 'Hello?', { of })).statusCode).toBe(404)
  }
  expect(code(await post(organiser, 'Hello?', { of: draft }))).toEqual([409, 'not_published'])
  expect(code(await post(organiser, 'Hello?', { of: hidden }))).toEqual([409, 'event_hidden'])
})

test('an answer must belong to a question of the same event, not to another answer', async () => {
  const { ada, grace } = fixture
  const question = await posted(ada, 'Is there a lift?')
  const answer = await posted(grace, 'Yes.', question.id)
  const other = await fixture.putEvent()
  expect(code(await post(ada, 'Where?', { question: answer.id }))).toEqual([404, 'post_not_found'])
  expect(code(await post(ada, 'Where?', { question: question.id, of: other }))).toEqual([
    404,
    'post_not_found',
  ])
})

test.for([
  ['no text', ''],
  ['nothing to see', '\u200b\u2800 \n'],
  ['too many characters', 'x'.repeat(1_001)],
] as const)('a post with %s is refused', async ([_what, text]) => {
  expect((await post(fixture.ada, text)).statusCode).toBe(400)
})

test('a repeated request creates one post', async () => {
  const send = () => post(fixture.ada, 'Is there a lift?', { key: 'key-of-the-first-form' })
  const first = (await send()).json<Post>()
  expect((await send()).json()).toEqual(first)
  expect(await texts(fixture.grace)).toEqual([['Is there a lift?']])
})

test('a member writes at most thirty posts in 24 hours', async () => {
  const { grace } = fixture
  for (let at = 0; at < 30; at++) await posted(grace, `Question ${at}`)
  const refused = await post(grace, 'One more')
  expect(code(refused)).toEqual([429, 'post_limit'])
  // The first of them was posted less than a minute ago.
  const seconds = Number(refused.headers['retry-after'])
  expect(Math.ceil(seconds / 60)).toBe(24 * 60)
  fixture.advance(24 * 60 * MINUTE)
  const actor = { id: grace.uid, role: 'member', email: '', sessionHash: '' } as const
  const next = await fixture.services.conversation.discussion.add(actor, event.id, { text: 'One more' })
  fixture.advance(-24 * 60 * MINUTE)
  expect(next.text).toBe('One more')
})

test('the author edits a post for ten minutes, and nobody else does', async () => {
  const { ada, grace, organiser } = fixture
  const { id } = await posted(ada, 'Is there a lift?')
  const edit = (who: Person, text: string) => who.call('PUT', `${path()}/${id}`, { body: { text } })
  expect(code(await edit(grace, 'No'))).toEqual([404, 'post_not_found'])
  expect(code(await edit(organiser, 'No'))).toEqual([404, 'post_not_found'])
  fixture.advance(9 * MINUTE)
  const edited = (await edit(ada, 'Is there a ramp?')).json<Post>()
  expect(edited).toMatchObject({ text: 'Is there a ramp?', editedAt: expect.any(String) as string })
  fixture.advance(2 * MINUTE)
  expect(code(await edit(ada, 'Is there a ramp?'))).toEqual([200, ''])
  expect(code(await edit(ada, 'Too late'))).toEqual([409, 'edit_closed'])
})

test('the author or a host deletes a post, and a question goes with its answers', async () => {
  const { ada, grace, organiser, rival } = fixture
  const lift = await posted(ada, 'Is there a lift?')
  const yes = await posted(grace, 'Yes.', lift.id)
  await posted(grace, 'At the back.', lift.id)
  const remove = (who: Person, id: string) => who.call('DELETE', `${path()}/${id}`)
  expect(code(await remove(ada, yes.id))).toEqual([403, 'role_required'])
  expect(code(await remove(rival, yes.id))).toEqual([403, 'not_your_event'])
  expect((await remove(organiser, yes.id)).statusCode).toBe(204)
  expect(await texts(ada)).toEqual([['Is there a lift?', 'At the back.']])
  expect([(await remove(ada, lift.id)).statusCode, (await remove(ada, lift.id)).statusCode]).toEqual([
    204, 204,
  ])
  expect(await texts(ada)).toEqual([])
  const { items } = await fixture.store.find(discussionPosts, {
    where: { event: event.id },
    orderBy: 'at',
    limit: 9,
  })
  expect(items).toEqual([])
})

test('hosts pin questions on top, and members cannot', async () => {
  const { ada, organiser, rival } = fixture
  const first = await posted(ada, 'First')
  await posted(ada, 'Second')
  expect(code(await mark(ada, first.id, true, 'pin'))).toEqual([403, 'role_required'])
  expect(code(await mark(rival, first.id, true, 'pin'))).toEqual([403, 'not_your_event'])
  expect((await mark(organiser, first.id, true, 'pin')).statusCode).toBe(204)
  expect((await discussion(ada)).items.map(({ text, isMarked }) => [text, isMarked])).toEqual([
    ['First', true],
    ['Second', false],
  ])
  await mark(organiser, first.id, false, 'pin')
  expect(await texts(ada)).toEqual([['Second'], ['First']])
})

test('the member who asked, or a host, marks one answer, which comes first', async () => {
  const { ada, grace, organiser } = fixture
  const question = await posted(ada, 'Is there a lift?')
  const guess = await posted(grace, 'I think so.', question.id)
  const sure = await posted(grace, 'Yes, at the back.', question.id)
  expect(code(await mark(grace, sure.id))).toEqual([403, 'not_your_question'])
  expect((await mark(organiser, guess.id)).statusCode).toBe(204)
  expect((await mark(ada, sure.id)).statusCode).toBe(204)
  const marked = async () =>
    (await discussion(grace)).items[0]!.answers.map(({ text, isMarked }) => [text, isMarked])
  expect(await marked()).toEqual([
    ['Yes, at the back.', true],
    ['I think so.', false],
  ])
  await mark(ada, guess.id, false)
  expect((await marked())[0]).toEqual(['Yes, at the back.', true])
  await mark(ada, sure.id, false)
  expect((await marked()).map(([, isMarked]) => isMarked)).toEqual([false, false])
})

test('questions and answers come page by page, in their order', async () => {
  const { ada, grace } = fixture
  const first = await posted(ada, 'Question 0')
  for (let at = 1; at < 12; at++) await posted(ada, `Question ${at}`)
  for (let at = 0; at < 26; at++) await posted(grace, `Answer ${at}`, first.id)
  const last = (await grace.call('GET', `${path()}/${first.id}/answers`)).json<Page<Post>>()
  const more = await grace.call('GET', `${path()}/${first.id}/answers?cursor=${last.next}`)
  expect([...last.items, ...more.json<Page<Post>>().items].map(({ text }) => text)).toEqual(
    Array.from({ length: 26 }, (_, at) => `Answer ${at}`),
  )
  const one = await discussion(grace)
  const two = (await grace.call('GET', `${path()}?cursor=${one.next}`)).json<Discussion>()
  expect([...one.items, ...two.items].map(({ text }) => text)).toEqual(
    Array.from({ length: 12 }, (_, at) => `Question ${11 - at}`),
  )
  expect(two.items.at(-1)).toMatchObject({ answerCount: 26, answers: [{ text: 'Answer 0' }, {}, {}] })
})

test('two members separated by a block do not see or count each other’s posts', async () => {
  const { ada, grace, organiser } = fixture
  const asked = await posted(ada, 'From Ada')
  const other = await posted(grace, 'From Grace')
  await posted(organiser, 'From Olga to Ada', asked.id)
  await posted(grace, 'From Grace to Ada', asked.id)
  await posted(organiser, 'From Olga to Grace', other.id)
  await ada.call('PUT', `/api/blocks/${grace.uid}`)
  const seen = [await discussion(ada), await discussion(grace)]
  const answers = await grace.call('GET', `${path()}/${asked.id}/answers`)
  const answered = [await post(grace, 'Still here', { question: asked.id }), await mark(ada, other.id)]
  await ada.call('DELETE', `/api/blocks/${grace.uid}`)
  expect(seen.map(({ items }) => items.map(({ text, answerCount }) => [text, answerCount]))).toEqual([
    [['From Ada', 1]],
    [['From Grace', 1]],
  ])
  expect(answers.json()).toEqual({ items: [] })
  expect(answered.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('posts of a suspended member are hidden until the member returns, and a former member has no name', async () => {
  const { ada, grace, changeMember } = fixture
  const question = await posted(grace, 'From Grace')
  await posted(ada, 'From Ada', question.id)
  await changeMember(grace.uid, { status: 'suspended' })
  const during = await texts(ada)
  await changeMember(grace.uid, { status: 'former' })
  const { items } = await discussion(ada)
  await changeMember(grace.uid, { status: 'active' })
  expect(during).toEqual([])
  expect(items).toMatchObject([{ text: 'From Grace', by: { displayName: 'Former member', former: true } }])
  expect(await texts(ada)).toEqual([['From Grace', 'From Ada']])
})

test('the discussion is deleted with its event', async () => {
  const { ada, organiser } = fixture
  const unanswered = await fixture.putEvent()
  const { id } = (await post(ada, 'Is there a lift?', { of: unanswered })).json<Post>()
  await organiser.call('POST', `/api/events/${unanswered.id}/unpublish`)
  expect((await organiser.call('DELETE', `/api/events/${unanswered.id}`)).statusCode).toBe(204)
  expect(await fixture.store.get(discussionPosts, id)).toBeUndefined()
})

test('the export of an account has its posts and choices', async () => {
  const { grace, services } = fixture
  const { id } = await posted(grace, 'Is there a lift?')
  await posted(grace, 'There is one.', id)
  await grace.call('PUT', `/api/events/${event.id}/discussion-news`, { body: { news: 'all' } })
  const service = services.conversation.discussion
  expect((await service.exportOf(grace.uid)).filter((each) => each.event === event.id)).toMatchObject([
    { text: 'There is one.', question: id },
    { text: 'Is there a lift?' },
  ])
  expect(await service.choicesOf(grace.uid)).toMatchObject([{ event: event.id, news: 'all' }])
})
