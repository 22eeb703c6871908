import { afterAll, beforeAll, expect, test } from 'vitest'

import { CHAPTER_LISTINGS, JOIN_RULES } from '#shared/chapters/rules.ts'
import { keysOf } from '#shared/lib/records.ts'
import { allOf } from '#server/store/all-of.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import {
  chapterDocument,
  putChapter,
  putChapterMembership,
  putLetter,
} from '#server/testing/fixtures/chapters.ts'

import { chapterLetters } from './letters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'

/**
 * Every route of a chapter, as every role in the community with every membership, for every listing and state. The
 * expected answers are written here a second time, apart from the table of rights.
 */
const ROLES = ['member', 'organiser', 'admin'] as const
const OWN = {
  none: undefined,
  asked: { kind: 'guest', role: 'member', state: 'pending' },
  invited: { kind: 'guest', role: 'member', state: 'pending', by: 'someone' },
  declined: { kind: 'guest', role: 'member', state: 'declined', by: 'someone' },
  left: { kind: 'home', role: 'member', state: 'left' },
  guest: { kind: 'guest', role: 'member', state: 'active' },
  member: { kind: 'home', role: 'member', state: 'active' },
  host: { kind: 'home', role: 'host', state: 'active' },
  steward: { kind: 'home', role: 'steward', state: 'active' },
  lead: { kind: 'home', role: 'lead', state: 'active' },
} as const
type Own = keyof typeof OWN
const STATES = ['active', 'closed'] as const

interface Case {
  role: (typeof ROLES)[number]
  own: Own
  listing: (typeof CHAPTER_LISTINGS)[number]
  joinRule: (typeof JOIN_RULES)[number]
  state: (typeof STATES)[number]
}

const MISSING = '404 chapter_not_found'
const INSIDE: readonly Own[] = ['asked', 'invited', 'guest', 'member', 'host', 'steward', 'lead']

const isSeen = ({ role, own, listing, state }: Case) =>
  role === 'admin' || INSIDE.includes(own) || (listing !== 'hidden' && state !== 'closed')

const ofManagers = (each: Case) =>
  (each.role === 'admin' || each.own === 'lead') && each.state !== 'closed'
    ? undefined
    : '403 chapter_right_required'

const mayOffer = ({ role, own, state }: Case) =>
  state !== 'closed' && (role === 'admin' || ['guest', 'member', 'host', 'steward'].includes(own))

const ofReaders = ({ role, own }: Case) =>
  role === 'admin' || ['guest', 'member', 'host', 'steward', 'lead'].includes(own)
    ? undefined
    : '403 chapter_right_required'

const LETTER = { title: 'News', text: 'Bring a pen' }

const JOIN = 'PUT /api/chapters/SLUG/membership'

/** The other person has asked to join. A letter has been sent, and another one waits. */
const ROUTES: Record<string, { body?: unknown; expected: (each: Case) => string }> = {
  'GET /api/chapters/SLUG': { expected: () => '200' },
  'GET /api/chapters/SLUG/members': { expected: () => '200' },
  'GET /api/chapters/SLUG/health': { expected: (each) => ofManagers(each) ?? '200' },
  'GET /api/chapters/SLUG/people': { expected: (each) => ofManagers(each) ?? '200' },
  'GET /api/chapters/SLUG/people?state=pending': { expected: (each) => ofManagers(each) ?? '200' },
  'POST /api/chapters/SLUG/people/export': { expected: (each) => ofManagers(each) ?? '403 export_off' },
  'PUT /api/chapters/SLUG/people/OTHER': { expected: (each) => ofManagers(each) ?? '204' },
  'PUT /api/chapters/SLUG/people/OTHER/role': {
    body: { role: 'host' },
    expected: (each) => ofManagers(each) ?? (each.role === 'admin' ? '204' : '404 member_not_found'),
  },
  'POST /api/chapters/SLUG/people/OTHER/answer': {
    body: { answer: 'approve' },
    expected: (each) => ofManagers(each) ?? '204',
  },
  'DELETE /api/chapters/SLUG/people/OTHER': { expected: (each) => ofManagers(each) ?? '204' },
  'PUT /api/chapters/SLUG/membership/offer': {
    expected: (each) => (mayOffer(each) ? '409 no_lead_needed' : '403 chapter_right_required'),
  },
  'DELETE /api/chapters/SLUG/membership/offer': {
    expected: (each) => (mayOffer(each) ? '204' : '403 chapter_right_required'),
  },
  'POST /api/chapters/SLUG/membership/term': {
    expected: (each) => ofManagers(each) ?? '409 no_lead_term',
  },
  'GET /api/chapters/SLUG/letters': { expected: (each) => ofReaders(each) ?? '200' },
  'GET /api/chapters/SLUG/letters/sent-SLUG': { expected: (each) => ofReaders(each) ?? '200' },
  'GET /api/chapters/SLUG/letters/planned-SLUG': {
    expected: (each) => ofReaders(each) ?? '404 letter_not_found',
  },
  'GET /api/chapters/SLUG/letters/plan': { expected: (each) => ofManagers(each) ?? '200' },
  'POST /api/chapters/SLUG/letters': {
    body: LETTER,
    expected: (each) => ofManagers(each) ?? '201',
  },
  'PUT /api/chapters/SLUG/letters/planned-SLUG': {
    body: LETTER,
    expected: (each) => ofManagers(each) ?? '200',
  },
  'DELETE /api/chapters/SLUG/letters/planned-SLUG': { expected: (each) => ofManagers(each) ?? '204' },
  'PUT /api/chapters/SLUG/membership/letters': {
    body: { email: false },
    expected: (each) => ofReaders(each) ?? '204',
  },
  'POST /api/chapters/SLUG/membership/undo': { expected: () => '409 move_not_undoable' },
  [JOIN]: {
    body: { kind: 'guest' },
    expected({ own, joinRule, state }) {
      if (own === 'guest' || own === 'asked') return '200'
      if (state === 'closed') return '409 chapter_closed'
      if (own === 'declined') return '409 ask_again_later'
      const isKnown = own !== 'none' && own !== 'left'
      return joinRule === 'invited' && !isKnown ? '403 invitation_required' : '200'
    },
  },
  'DELETE /api/chapters/SLUG/membership': {
    expected: ({ own, state }) => (own === 'lead' && state !== 'closed' ? '409 last_lead' : '204'),
  },
}

let fixture: OrganiserFixture
let people: Record<(typeof ROLES)[number], OrganiserFixture['ada']>
beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  people = { member: fixture.ada, organiser: fixture.organiser, admin: fixture.admin }
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('first'))
    putChapter(tx, chapterDocument('second'))
  })
  await fixture.services.chapters.start()
})
afterAll(() => fixture.close())

const now = new Date().toISOString()

/** Stores the chapter with both memberships as they are before a call. */
async function prepare({ role, own, listing, joinRule, state }: Case) {
  const slug = `${listing}-${joinRule}-${state}`
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument(slug, { slug, listing, joinRule, state }))
    const actor = people[role].uid
    for (const other of Object.values(people)) tx.delete(chapterMemberships, membershipId(slug, other.uid))
    const status = OWN[own]
    if (status) tx.put(chapterMemberships, { ...putChapterMembership(tx, slug, actor, status), since: now })
    putChapterMembership(tx, slug, fixture.grace.uid, { kind: 'guest', role: 'member', state: 'pending' })
    for (const letter of await allOf(tx, chapterLetters, { where: { chapter: slug }, orderBy: 'at' }))
      tx.delete(chapterLetters, letter.id)
    const by = people.admin.uid
    putLetter(tx, `sent-${slug}`, { chapter: slug, by, state: 'sent' })
    putLetter(tx, `planned-${slug}`, { chapter: slug, by })
  })
  return slug
}

/** Only joining depends on the join rule, and is tried with each. The other routes take turns with the rules. */
const casesOf = (listing: Case['listing'], state: Case['state']) =>
  ROLES.flatMap((role) =>
    keysOf(OWN).flatMap((own, turn) =>
      Object.keys(ROUTES).flatMap((route, at) => {
        const rules = route === JOIN ? JOIN_RULES : [JOIN_RULES[(turn + at) % JOIN_RULES.length]!]
        return rules.map((joinRule) => ({ route, each: { role, own, listing, joinRule, state } }))
      }),
    ),
  )

test.each(CHAPTER_LISTINGS.flatMap((listing) => STATES.map((state) => ({ listing, state }))))(
  'every route of a $state chapter, listed as $listing, has the expected answer for everyone',
  { timeout: 240_000 },
  async ({ listing, state }) => {
    const wrong: string[] = []
    for (const { route, each } of casesOf(listing, state)) {
      const { body, expected } = ROUTES[route]!
      const slug = await prepare(each)
      const [method, path] = route.split(' ') as ['GET' | 'PUT' | 'POST' | 'DELETE', string]
      const call = (name: string) =>
        people[each.role].call(method, path.replaceAll('SLUG', name).replace('OTHER', fixture.grace.uid), {
          body,
          headers: method === 'PUT' && path.includes('/letters/') ? { 'if-match': '"1"' } : undefined,
        })
      const answer = await call(slug)
      const code = answer.body ? answer.json<{ code?: string }>().code : undefined
      const found = [answer.statusCode, code].filter(Boolean).join(' ')
      const wanted = isSeen(each) ? expected(each) : MISSING
      if (found !== wanted) wrong.push(`${JSON.stringify(each)} ${route}: ${found}, not ${wanted}`)
      if (wanted === MISSING && comparable(answer) !== comparable(await call('unknown')))
        wrong.push(`${JSON.stringify(each)} ${route} differs from an unknown chapter`)
    }
    expect(wrong).toEqual([])
  },
)

/** A response without the parts that differ for each request. */
function comparable({ statusCode, headers, body }: Awaited<ReturnType<OrganiserFixture['ada']['call']>>) {
  const { requestId: _, shortCode: __, ...shown } = JSON.parse(body) as Record<string, unknown>
  const names = Object.keys(headers).filter((name) => !name.startsWith('x-ratelimit'))
  return JSON.stringify([statusCode, names, shown])
}

test('visitors see a public chapter that is not closed', async () => {
  const shown: string[] = []
  for (const listing of CHAPTER_LISTINGS)
    for (const state of STATES) {
      const slug = await prepare({ role: 'member', own: 'none', listing, joinRule: 'open', state })
      const found = await fixture.services.chapters.chapters.publicChapter(slug)
      if (found) shown.push(`${listing} ${state}`)
    }
  expect(shown).toEqual(['public active'])
})

test('a list has the chapters that the member may see, and all of them for an admin', async () => {
  await prepare({ role: 'member', own: 'guest', listing: 'hidden', joinRule: 'open', state: 'active' })
  const slugs = async (person: OrganiserFixture['ada'], query = '') => {
    const { items } = (await person.call('GET', `/api/chapters${query}`)).json<{
      items: { slug: string }[]
    }>()
    return items.map(({ slug }) => slug)
  }
  const [first, ...others] = await slugs(fixture.ada, '?list=ownFirst')
  expect(first).toBe('hidden-open-active')
  expect(others).not.toContain(first)
  expect(new Set([first, ...others])).toEqual(new Set(await slugs(fixture.ada)))
  expect(await slugs(fixture.ada)).toContain('hidden-open-active')
  expect(await slugs(fixture.rival)).not.toContain('hidden-open-active')
  expect(await slugs(fixture.rival)).toContain('first')
  expect((await slugs(fixture.admin)).length).toBeGreaterThan((await slugs(fixture.rival)).length)
})
