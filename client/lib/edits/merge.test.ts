import { expect, test } from 'vitest'

import type { ProfileEdit } from '#shared/people/members.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

import { changedFields, mergeEdits, withField } from './merge.ts'

const base: ProfileEdit = {
  ...profileEdit,
  headline: 'Countess',
  address: { city: 'London' },
  asks: ['A loom'],
}

test('a field that only one side changed is taken from that side', () => {
  const mine = { ...base, headline: 'Programmer', address: { city: 'London', country_code: 'GB' } }
  const theirs = { ...base, company: 'Engines', address: { city: 'Ockham' }, asks: ['A loom', 'A printer'] }
  expect(mergeEdits(base, mine, theirs)).toEqual({
    merged: {
      ...base,
      headline: 'Programmer',
      company: 'Engines',
      address: { city: 'Ockham', country_code: 'GB' },
      asks: ['A loom', 'A printer'],
    },
    conflicts: [],
  })
})

test('a field that both sides changed keeps my value and is reported as a conflict', () => {
  const mine = { ...base, headline: 'Programmer', asks: ['A printer'] }
  const theirs = { ...base, headline: 'Analyst', asks: [] }
  const { merged, conflicts } = mergeEdits(base, mine, theirs)
  expect(merged).toEqual(mine)
  expect(conflicts).toEqual([
    { path: 'headline', mine: 'Programmer', theirs: 'Analyst' },
    { path: 'asks', mine: ['A printer'], theirs: [] },
  ])
})

test('visibility is merged field by field', () => {
  const mine = withField(base, 'visibility.phone', 'me')
  const theirs = withField(base, 'visibility.email', 'members')
  const { merged, conflicts } = mergeEdits(base, mine, theirs)
  expect(merged.visibility).toMatchObject({ phone: 'me', email: 'members' })
  expect(conflicts).toEqual([])
})

test('the same change on both sides is not a conflict', () => {
  const both = { ...base, headline: 'Programmer' }
  expect(mergeEdits(base, both, both)).toEqual({ merged: both, conflicts: [] })
})

test('an empty part of the address equals an absent one', () => {
  expect(changedFields({ ...base, address: {} }, { ...base, address: { city: '' } })).toEqual([])
  expect(changedFields(base, { ...base, address: {}, bio: 'Once.' })).toEqual(['bio', 'address.city'])
  const { merged } = mergeEdits(base, base, { ...base, address: {} })
  expect(merged.address.city ?? '').toBe('')
})
