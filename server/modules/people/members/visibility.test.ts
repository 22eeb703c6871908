import { describe, expect, test } from 'vitest'

import { DEFAULT_VISIBILITY, VISIBILITIES, type Visibility } from '#shared/people/profile.ts'
import { forEachText, VISIBLE_FIELDS } from '#shared/people/profile-fields.ts'
import { keysOf } from '#shared/lib/records.ts'
import { HIDDEN_MEMBER } from '#server/views/cards.ts'

import { newcomer } from './newcomer.ts'
import type { MemberDocument } from './collection.ts'
import { type ProfileViewer, visibleCard, visibleProfile } from './visibility.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

const member: MemberDocument = {
  ...newcomer('ada', '2026-01-01T00:00:00.000Z'),
  email: 'ada@example.org',
  photo: 'a'.repeat(64),
  displayName: 'Ada',
  ...forEachText((field) => `Ada’s ${field}`),
  headline: 'Engines',
  industry: 'Software and technology',
  address: { city: 'London' },
  asks: [
    { id: 'a1', text: 'A printer', expiresAt: '2026-04-01T00:00:00.000Z' },
    { id: 'a2', text: 'Spent', expiresAt: '2026-03-01T12:00:00.000Z' },
  ],
  offers: [{ id: 'o1', text: 'Notes', expiresAt: '2026-04-01T00:00:00.000Z' }],
  keywords: ['mathematics'],
  links: ['https://example.org/ada'],
  phone: '+44 20 7946 0000',
  timeZone: 'Europe/London',
}

const HIDDEN = { reason: 'Not them', at: '2026-02-01T00:00:00.000Z' }

/** The visibilities that each viewer sees, written out. */
const ALLOWED: Record<ProfileViewer, Visibility[]> = {
  visitor: ['public'],
  member: ['public', 'members'],
  connection: ['public', 'members', 'connections'],
  owner: ['public', 'members', 'connections', 'me'],
}
const viewers = keysOf(ALLOWED)

const cases = VISIBLE_FIELDS.flatMap((field) =>
  viewers.flatMap((viewer) => VISIBILITIES.map((visibility) => ({ field, viewer, visibility }))),
)

describe('a profile field', () => {
  test.for(cases)(
    'a profile field follows its setting: $field with visibility "$visibility", as seen by a $viewer',
    ({ field, viewer, visibility }) => {
      const shown = visibleProfile(
        { ...member, visibility: { ...DEFAULT_VISIBILITY, [field]: visibility } },
        viewer,
        NOW,
      )
      expect(field in shown).toBe(ALLOWED[viewer].includes(visibility))
    },
  )

  test('an empty profile field is missing, like a hidden one', () => {
    const shown = visibleProfile({ ...member, bio: '', address: {}, keywords: [] }, 'owner', NOW)
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['bio']))
    expect('address' in shown || 'keywords' in shown).toBe(false)
  })
})

test.for(viewers)(
  'the joining date, which has no visibility setting, is hidden from visitors only, as seen by a %s',
  (viewer) => {
    expect('joinedAt' in visibleProfile(member, viewer, NOW)).toBe(viewer !== 'visitor')
  },
)

test('a visitor sees only the name of a member without public fields', () => {
  expect(visibleProfile(member, 'visitor', NOW)).toEqual({ id: 'ada', displayName: 'Ada' })
})

test('an ask is hidden from the instant it expires', () => {
  expect(visibleProfile(member, 'member', NOW).asks?.map(({ id }) => id)).toEqual(['a1'])
  expect(visibleProfile(member, 'member', NOW - 1).asks?.map(({ id }) => id)).toEqual(['a1', 'a2'])
})

test('a profile contains no role, status, version or visibility settings', () => {
  const shown = visibleProfile(member, 'owner', NOW)
  for (const secret of ['role', 'status', 'version', 'visibility', 'directoryHidden']) {
    expect(shown).not.toHaveProperty(secret)
  }
})

test('a card contains only fields that the viewer can see', () => {
  const hidden = { ...member, visibility: { ...DEFAULT_VISIBILITY, company: 'me' as const } }
  expect(visibleCard(hidden, 'member')).toEqual({
    id: 'ada',
    displayName: 'Ada',
    photo: member.photo,
    headline: 'Engines',
  })
})

test('a card contains nothing that admins have hidden, except for its owner', () => {
  const hiddenPhoto = { ...member, hidden: { photo: { ...HIDDEN, image: member.photo } } }
  expect(visibleCard(hiddenPhoto, 'connection')).not.toHaveProperty('photo')
  expect(visibleCard(hiddenPhoto, 'owner')).toHaveProperty('photo')

  const hiddenProfile = { ...member, hidden: { profile: HIDDEN } }
  expect(visibleCard(hiddenProfile, 'connection')).toEqual({ id: 'ada', displayName: HIDDEN_MEMBER })
  expect(visibleCard(hiddenProfile, 'owner')).toEqual(visibleCard(member, 'owner'))
})

test('a member without a name is shown as a new member', () => {
  expect(visibleCard({ ...member, displayName: '' }, 'visitor').displayName).toBe('New member')
})
