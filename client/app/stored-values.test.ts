import { beforeEach, describe, expect, test, vi } from 'vitest'

import { countVisit, mayOfferInstall } from '#client/app/install/install-offer.ts'
import { returnPath } from '#client/lib/auth/return-path.ts'
import { latestSignOut } from '#client/lib/auth/sign-outs.ts'
import { uidStoredAt } from '#client/lib/auth/stored-user.ts'
import { readFields } from '#client/lib/storage/draft-fields.ts'
import { draftKey } from '#client/lib/storage/drafts.ts'
import { storedBase } from '#client/lib/edits/draft-base.ts'
import { createCounter, createLocalLog } from '#client/lib/error-log/local-log.ts'
import { createErrorOutbox } from '#client/lib/error-log/outbox.ts'
import { createReports } from '#client/lib/error-log/reports.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { coolDownLeft } from '#client/modules/accounts/sign-in/verification-link.ts'
import { rememberedAgreement } from '#client/modules/accounts/terms/remembered-agreement.ts'
import { keptCheckInCodes } from '#client/modules/attendance/check-in/kept-codes.ts'
import { encryptedLists } from '#client/modules/attendance/check-in/kept-lists.ts'
import { createCheckInQueue } from '#client/modules/attendance/check-in/queue.ts'
import { createRsvpQueue } from '#client/modules/attendance/rsvps/unsent/queue.ts'
import { recentResults } from '#client/modules/search/recent.ts'
import { errorEntry, NOON } from '#client/testing/error-entries.ts'
import { MINUTE, SECOND } from '#shared/lib/durations.ts'

/** Web storage, whose keys are its own properties. */
const newStorage = (): Record<string, string> =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })

let device: Record<string, string>
let tab: Record<string, string>
beforeEach(() => {
  device = newStorage()
  tab = newStorage()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('location', { origin: 'https://guildhall.test' })
  device['userEmail'] = 'ada@example.org'
})

const wrongTypes = Object.fromEntries(
  'id eventId memberId title at code undo sent rejected state guests answers refused label startsAt endsAt timeZone uid updatedAt attendees text tags version edit results'
    .split(' ')
    .map((field, index) => [field, [7, [7], { a: 7 }, null][index % 4]]),
)

const FOREIGN: readonly (readonly [name: string, text: string])[] = [
  ['null', 'null'],
  ['a number', '7'],
  ['a number that is not finite', '1e999'],
  ['a list', '[]'],
  ['a list of nothing', '[null]'],
  ['an empty object', '{}'],
  ['an object with fields of other types', JSON.stringify({ ...wrongTypes, email: 'ada@example.org' })],
  ['a text that is not JSON', '{"id":'],
  ['a megabyte of text', 'x'.repeat(1_000_000)],
]

const entry = errorEntry({ at: NOON })
const checkIn = {
  id: '000000000001000-a',
  eventId: 'supper',
  memberId: 'ben',
  at: '2026-12-03T18:00:00.000Z',
}
const rsvp = { eventId: 'supper', title: 'Supper', state: 'going', guests: 1 }
const code = {
  title: 'Supper',
  startsAt: '2026-12-03T18:00:00.000Z',
  endsAt: '2026-12-03T20:00:00.000Z',
  timeZone: 'Europe/Lisbon',
  code: 'ben:abc',
}
const list = { eventId: 'supper', endsAt: code.endsAt, list: 'encrypted' }
const result = { id: 'ben', label: 'Ben Osei', to: '/profile/ben' }
const BEFORE = Date.parse('2026-12-03T12:00:00.000Z')
const asAda = (kept: object) => ({ ...kept, email: 'ada@example.org' })

const openOutbox = () =>
  createErrorOutbox({
    storage: deviceStorage,
    tabId: 'this-tab',
    dropped: createCounter(deviceStorage, 'dropped'),
    makeRoom: () => false,
  })
const openReports = () => {
  const counter = createCounter(deviceStorage, 'counter')
  return createReports({ storage: deviceStorage, dropped: counter, noise: counter, newId: () => 'new' })
}
const openCheckIns = () =>
  createCheckInQueue({
    storage: deviceStorage,
    prefix: 'unsent:ada:check-in:',
    now: () => 1_000,
    newId: () => 'new',
  })
const openRsvps = () =>
  createRsvpQueue({
    storage: deviceStorage,
    prefix: 'unsent:ada:rsvp:',
    locks: undefined,
    now: () => 1_000,
    after: () => () => undefined,
    send: () => Promise.reject(new Error('Nothing is sent here.')),
    explain: () => '',
    onSent: () => undefined,
  })
const isWaiting = () =>
  createBackoff({
    delays: { firstRetryDelay: SECOND, longestRetryDelay: MINUTE },
    now: () => BEFORE,
    shared: { storage: deviceStorage, key: 'errorOutboxResumeAt' },
  }).active()

interface Stored {
  key: string
  in?: 'tab'
  /** Text that the app stores. */
  valid: string
  read: () => unknown
  /** The result of `read` for the valid text. */
  value: unknown
  /** The result of `read` for a foreign text. */
  otherwise: unknown
  /** Foreign texts that this key could also have. */
  accepts?: readonly string[]
}

const STORED: readonly Stored[] = [
  {
    key: 'errorLog',
    valid: JSON.stringify([entry]),
    read: () => createLocalLog(deviceStorage).read(),
    value: [entry],
    otherwise: [],
  },
  {
    key: `errorOutbox:${NOON}:other-tab:${entry.id}`,
    valid: JSON.stringify(entry),
    read: () =>
      openOutbox()
        .pending(NOON + MINUTE)
        .map((pending) => pending.entry),
    value: [entry],
    otherwise: [],
  },
  {
    key: 'errorOutboxDropped',
    valid: JSON.stringify({ full_outbox: 2 }),
    read: () => createCounter(deviceStorage, 'errorOutboxDropped').read()['full_outbox'],
    value: 2,
    otherwise: undefined,
  },
  {
    key: 'errorReport',
    valid: JSON.stringify({ id: entry.id, lost: { full_outbox: 2 }, ignored: { layout: 1 } }),
    read: () => openReports().next(),
    value: { id: entry.id, lost: { full_outbox: 2 }, ignored: { layout: 1 } },
    otherwise: { id: 'new', lost: {}, ignored: {} },
  },
  {
    key: 'errorOutboxResumeAt',
    valid: String(BEFORE + SECOND),
    read: isWaiting,
    value: true,
    otherwise: false,
  },
  {
    key: `unsent:ada:check-in:${checkIn.id}`,
    valid: JSON.stringify(checkIn),
    read: () => openCheckIns().all.get(),
    value: [checkIn],
    otherwise: [],
  },
  {
    key: 'unsent:ada:rsvp:supper',
    valid: JSON.stringify(rsvp),
    read: () => openRsvps().all.get(),
    value: [rsvp],
    otherwise: [],
  },
  {
    key: 'checkInCode.supper',
    valid: JSON.stringify(asAda(code)),
    read: () => keptCheckInCodes(BEFORE),
    value: [asAda(code)],
    otherwise: [],
  },
  {
    key: 'checkInList.supper',
    valid: JSON.stringify(asAda(list)),
    read: () => encryptedLists.read(BEFORE),
    value: [asAda(list)],
    otherwise: [],
  },
  {
    key: 'firebase:authUser:key:[DEFAULT]',
    valid: JSON.stringify({ uid: 'ada' }),
    read: () => uidStoredAt('firebase:authUser:key:[DEFAULT]'),
    value: 'ada',
    otherwise: undefined,
  },
  {
    key: 'signed-out',
    valid: `${BEFORE} ada`,
    read: () => latestSignOut(),
    value: BEFORE,
    otherwise: 0,
    accepts: ['7', '1e999'],
  },
  {
    key: 'visits',
    valid: '2',
    read: () => mayOfferInstall(),
    value: true,
    otherwise: false,
    accepts: ['7'],
  },
  {
    key: 'agreed-version',
    valid: '3',
    read: () => rememberedAgreement() === 3,
    value: true,
    otherwise: false,
  },
  {
    key: 'draft:post',
    in: 'tab',
    valid: JSON.stringify({ text: 'Shall we…', tags: ['wood'] }),
    read() {
      const { text, tags } = readFields('post', { text: '', tags: [] as string[] }) ?? {}
      return { text, tags }
    },
    value: { text: 'Shall we…', tags: ['wood'] },
    otherwise: {},
  },
  {
    key: 'draft:recent-search',
    in: 'tab',
    valid: JSON.stringify({ results: [result] }),
    read: () => recentResults(),
    value: [result],
    otherwise: [],
  },
  {
    key: 'verification-sent:ada',
    in: 'tab',
    valid: String(BEFORE - 20 * SECOND),
    read: () => coolDownLeft('ada', BEFORE),
    value: 40 * SECOND,
    otherwise: 0,
  },
  {
    key: 'return-to',
    in: 'tab',
    valid: '/event/supper',
    read: () => returnPath(),
    value: '/event/supper',
    otherwise: '/dashboard',
    accepts: [
      'null',
      '7',
      '1e999',
      '[]',
      '[null]',
      '{}',
      '{"id":',
      JSON.stringify({ ...wrongTypes, email: 'ada@example.org' }),
    ],
  },
]

describe.each(STORED)('$key', ({ key, in: place, valid, read, value, otherwise, accepts = [] }) => {
  const store = (name: string, text: string) => ((place === 'tab' ? tab : device)[name] = text)

  test('a value that the app stored is read back', () => {
    store(key, valid)
    expect(read()).toEqual(value)
  })

  test.each(FOREIGN.filter(([, text]) => !accepts.includes(text)))(
    '%s is read like a missing value',
    (_, text) => {
      store(key, text)
      expect(read()).toEqual(otherwise)
    },
  )
})

test('an error in the outbox under a key without a time is sent', () => {
  device[`errorOutbox:soon:other-tab:${entry.id}`] = JSON.stringify(entry)
  device['errorOutbox:'] = '7'
  const outbox = openOutbox()
  expect(outbox.pending(NOON).map((pending) => pending.entry.id)).toEqual([entry.id])
  expect(Object.keys(device)).not.toContain('errorOutbox:')
})

test('values that the outbox cannot send are counted as dropped', () => {
  for (const [index, [, text]] of FOREIGN.entries()) device[`errorOutbox:${NOON}:other-tab:${index}`] = text
  openOutbox().pending(NOON + MINUTE)
  expect(createCounter(deviceStorage, 'dropped').read()).toEqual({ unsendable: FOREIGN.length })
})

test('an entry whose id differs from the id in its key is left out of the queue', () => {
  device['unsent:ada:check-in:000000000001000-b'] = JSON.stringify(checkIn)
  device['unsent:ada:rsvp:lunch'] = JSON.stringify(rsvp)
  expect([openCheckIns().all.get(), openRsvps().all.get()]).toEqual([[], []])
})

test('a foreign key in the queue does not affect the id of a new check-in', () => {
  device['unsent:ada:check-in:zebra'] = JSON.stringify({ ...checkIn, id: 'zebra' })
  const queue = openCheckIns()
  expect(queue.add(checkIn).id).toBe('000000000001000-new')
  expect(openCheckIns().all.get()).toEqual(queue.all.get())
})

test('a check-in code without a valid zone is left out', () => {
  device['checkInCode.lunch'] = JSON.stringify(asAda({ ...code, timeZone: 'Europe/Atlantis' }))
  device['checkInCode.supper'] = JSON.stringify(asAda(code))
  expect(keptCheckInCodes(BEFORE)).toEqual([asAda(code)])
})

test('an invalid retry time in shared storage does not end this tab’s own backoff', () => {
  const backoff = createBackoff({
    delays: { firstRetryDelay: SECOND, longestRetryDelay: MINUTE },
    now: () => BEFORE,
    shared: { storage: deviceStorage, key: 'errorOutboxResumeAt' },
  })
  backoff.fail()
  for (const text of ['soon', '9'.repeat(15)]) {
    device['errorOutboxResumeAt'] = text
    expect(backoff.active()).toBe(true)
  }
})

test('a stored cool-down that would end in the far future is ignored', () => {
  tab['verification-sent:ada'] = String(BEFORE + 1_000 * MINUTE)
  expect(coolDownLeft('ada', BEFORE)).toBe(0)
})

test('the count of visits restarts after an invalid stored count', () => {
  device['visits'] = 'many'
  countVisit()
  delete tab['visit-counted']
  countVisit()
  expect([device['visits'], mayOfferInstall()]).toEqual(['2', true])
})

test('an invalid stored key of a draft is replaced, and the new key is reused', () => {
  tab['draft:post:key'] = 'x'.repeat(1_000_000)
  const key = draftKey('post')
  expect(key).toHaveLength(36)
  expect(draftKey('post')).toBe(key)
})

test('fields of a stored draft with the wrong type are left out, and the others are restored', () => {
  tab['draft:event'] = JSON.stringify({
    title: 'Supper',
    tags: [null],
    startsAt: { date: 7 },
    venue: { name: 'Hall' },
  })
  const initial = { title: '', tags: [], startsAt: { date: '', time: '' }, venue: { name: '' } }
  expect(readFields('event', initial)).toEqual({ title: 'Supper', venue: { name: 'Hall' } })
})

test('items of a list in a stored draft may have different fields', () => {
  const questions = [{ text: 'Diet?' }, { text: 'Shoe size?', atCheckIn: true }]
  tab['draft:event'] = JSON.stringify({ questions })
  expect(readFields('event', { questions: [{ text: '', perGuest: false }] })).toEqual({ questions })
})

test.each(FOREIGN)('a draft is based on the server’s version if its base is %s', (_, text) => {
  tab['draft:profile'] = JSON.stringify({ bio: 'Joiner' })
  tab['draft:profile-base'] = text
  expect(storedBase('profile')).toBeUndefined()
})
