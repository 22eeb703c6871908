import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { SessionUser } from '#shared/accounts/sessions.ts'
import { ProblemError } from '#client/lib/request-errors.ts'

import { type AuthEvent, type AuthState, newTab, type Tab, transition } from './transitions.ts'

const ada: SessionUser = { uid: 'ada', email: 'ada@example.com', emailVerified: true }
const refusal = new ProblemError({ status: 401, code: 'recent_login_required', title: 'Sign in again.' })
const outage = new ProblemError({ status: 503, code: 'session_unavailable', title: 'Try again.' })

type Step = AuthEvent extends infer E ? (E extends AuthEvent ? Omit<E, 'lastSignOut'> : never) : never

/** Runs steps that all began before any sign-out. */
const after = (...steps: Step[]): Tab =>
  steps.reduce((tab, step) => transition(tab, { ...step, lastSignOut: 0 } as AuthEvent), newTab(0))

const SIGNED_IN: AuthState = { state: 'signed-in', user: ada }
const confirmed: Step = { type: 'session confirmed', user: ada }

describe('what screens show', () => {
  test.for<[string, Step[], AuthState]>([
    [
      'a known session is shown before the provider confirms it',
      [{ type: 'session found', user: ada }],
      SIGNED_IN,
    ],
    ['a user without a session is loading', [{ type: 'user found', uid: 'ada' }], { state: 'loading' }],
    ['a confirmed session is signed in', [{ type: 'user found', uid: 'ada' }, confirmed], SIGNED_IN],
    [
      'another user is loading until confirmed',
      [confirmed, { type: 'user found', uid: 'bob' }],
      { state: 'loading' },
    ],
    ['no user is signed out', [confirmed, { type: 'no user found' }], { state: 'signed-out' }],
    [
      'a late session read does not replace a sign-out',
      [{ type: 'no user found' }, { type: 'session found', user: ada }],
      { state: 'signed-out' },
    ],
    [
      'a refused session has ended',
      [confirmed, { type: 'refused', error: refusal }],
      { state: 'signed-out', ended: true },
    ],
    [
      'a refused sign-in has its reason',
      [{ type: 'sign-in started' }, { type: 'refused', error: refusal }],
      { state: 'signed-out', refusal },
    ],
    [
      'an outage leaves a member signed in',
      [confirmed, { type: 'unreachable', error: outage, retryAt: 1 }],
      SIGNED_IN,
    ],
    [
      'an outage of a sign-in is shown as one',
      [{ type: 'sign-in started' }, { type: 'unreachable', error: outage, retryAt: 1 }],
      { state: 'loading', outage: { error: outage, retryAt: 1, isSignIn: true } },
    ],
    [
      'a new sign-in clears an earlier failure',
      [{ type: 'refused', error: refusal }, { type: 'sign-in started' }],
      { state: 'signed-out' },
    ],
  ])('%s', ([, steps, shown]) => {
    expect(after(...steps).shown).toEqual(shown)
  })

  test('an unchanged session keeps its object, so that screens are not rendered again', () => {
    const tab = after(confirmed)
    expect(transition(tab, { ...confirmed, user: { ...ada }, lastSignOut: 0 })).toBe(tab)
  })

  test('a repeated outage keeps the error that the person sees', () => {
    const again = new ProblemError({ status: 503, code: 'session_unavailable', title: 'Still.' })
    const { shown } = after(
      { type: 'unreachable', error: outage, retryAt: 1 },
      { type: 'unreachable', error: again, retryAt: 2 },
    )
    expect(shown).toMatchObject({ outage: { error: outage, retryAt: 2 } })
  })
})

const steps = fc.constantFrom<Step>(
  { type: 'sign-in started' },
  { type: 'sign-in finished' },
  { type: 'sign-out started' },
  { type: 'sign-out finished' },
  { type: 'session found', user: ada },
  { type: 'user found', uid: 'ada' },
  confirmed,
  { type: 'no user found' },
  { type: 'refused', error: refusal },
  { type: 'unreachable', error: outage, retryAt: 1 },
)

test('an event from before a sign-out does not change a signed-out tab', () => {
  fc.assert(
    fc.property(fc.array(steps), fc.array(steps, { minLength: 1 }), (before, late) => {
      const signedOut = transition(after(...before), { type: 'signed out', lastSignOut: 1 })
      expect(signedOut).toEqual({ ...newTab(1), shown: { state: 'signed-out' } })
      for (const step of late)
        expect(transition(signedOut, { ...step, lastSignOut: 0 } as AuthEvent)).toBe(signedOut)
    }),
  )
})

test('an old sign-out that is delivered late does not end a newer sign-in', () => {
  let tab = transition(after(confirmed), { type: 'signed out', lastSignOut: 5 })
  tab = transition(tab, { ...confirmed, lastSignOut: 5 })
  expect(tab.shown).toEqual(SIGNED_IN)
  for (const old of [3, 5]) expect(transition(tab, { type: 'signed out', lastSignOut: old })).toBe(tab)
})
