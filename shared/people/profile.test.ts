import { expect, test } from 'vitest'

import * as m from './messages.ts'
import { VISIBLE_FIELDS } from './profile-fields.ts'
import {
  chosenDefault,
  DEFAULT_VISIBILITY,
  defaultVisibility,
  VISIBILITIES,
  type Visibility,
  withDefault,
} from './profile.ts'

const contact = ({ email, phone }: typeof DEFAULT_VISIBILITY) => [email, phone]

test.each<[Visibility, Visibility]>([
  ['public', 'connections'],
  ['members', 'connections'],
  ['connections', 'connections'],
  ['me', 'me'],
])('with the default %s, contact details are visible to: %s', (chosen, expected) => {
  const { email, phone, ...others } = withDefault(DEFAULT_VISIBILITY, chosen)
  expect([email, phone]).toEqual([expected, expected])
  expect(new Set(Object.values(others))).toEqual(new Set([chosen]))
})

test.each(VISIBILITIES)('the default %s is recognised from the visibility of the fields', (chosen) => {
  expect(chosenDefault(defaultVisibility(chosen))).toBe(chosen)
})

test('fields with different settings follow no default', () => {
  expect(chosenDefault({ ...DEFAULT_VISIBILITY, company: 'me' })).toBeUndefined()
  expect(chosenDefault({ ...DEFAULT_VISIBILITY, photo: 'public' })).toBeUndefined()
  expect(chosenDefault({ ...DEFAULT_VISIBILITY, email: 'members' })).toBeUndefined()
  expect(chosenDefault({ ...defaultVisibility('me'), phone: 'connections' })).toBeUndefined()
})

test('an email that only its owner sees stays hidden, and the rest still follows the default', () => {
  const hidden = { ...DEFAULT_VISIBILITY, email: 'me' as const }
  expect(chosenDefault(hidden)).toBe('members')
  for (const chosen of ['public', 'members', 'connections'] as const) {
    const next = withDefault(hidden, chosen)
    expect(contact(next)).toEqual(['me', 'connections'])
    expect(chosenDefault(next)).toBe(chosen)
  }
})

test('a public email is visible to connections at most once a default is chosen', () => {
  const shown = { ...DEFAULT_VISIBILITY, email: 'public' as const }
  expect(contact(withDefault(shown, 'public'))).toEqual(['connections', 'connections'])
})

test('contact details stay hidden after the profile was hidden temporarily', () => {
  for (const email of ['connections', 'me'] as const) {
    const tried = withDefault({ ...DEFAULT_VISIBILITY, email }, 'me')
    expect(withDefault(tried, 'members')).toEqual({ ...DEFAULT_VISIBILITY, email: 'me', phone: 'me' })
    expect(chosenDefault(withDefault(tried, 'members'))).toBe('members')
  }
})

test('each field has a name of its own', () => {
  const names = new Set(VISIBLE_FIELDS.map((field) => m.fieldName({ field })))
  expect(names.size).toBe(VISIBLE_FIELDS.length)
  // The name of a field that the text does not list.
  expect(names).not.toContain(m.fieldName({ field: 'displayName' }))
})
