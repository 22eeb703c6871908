import * as fc from 'fast-check'
import { expect, vi } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'

import { createBrowser, type Person, runPromises, type TabParts, type Uid } from './browser-tabs.ts'

interface Explored<P extends Person> {
  openPerson: (tab: TabParts, uid: Uid) => P
  /** Called at a sign-out. Changes that the server does not have by then are deleted. */
  onSignedOut: (uid: Uid) => void
  press: (person: P, choice: number) => void
  /** Describes what is wrong in a tab when nothing is on its way. */
  wrongIn: (person: P) => string[]
}

const ACTIONS = [
  'press',
  'press',
  'press',
  'sign out',
  'sign in',
  'end',
  'offline',
  'online',
  'reopen',
  'wait',
] as const

interface Action {
  do: (typeof ACTIONS)[number]
  tab: number
  as: Uid
  /** The button. */
  choice: number
}

/** The actions of people, each with the number of things that happen before the next. */
const actions = fc.array(
  fc.tuple(
    fc.record<Action>({
      do: fc.constantFrom(...ACTIONS),
      tab: fc.nat(1),
      as: fc.constantFrom<Uid>('ada', 'ben'),
      choice: fc.nat(11),
    }),
    fc.nat(4),
  ),
  { maxLength: 10 },
)

/** @returns what is wrong */
async function explore<P extends Person>(
  scheduler: fc.Scheduler,
  steps: readonly (readonly [Action, number])[],
  chances: IterableIterator<number>,
  { openPerson, onSignedOut, press, wrongIn }: Explored<P>,
) {
  const browser = createBrowser<P>(scheduler, () => chances.next().value, openPerson)
  const tabs = [browser.openTab(), browser.openTab()]

  for (const [step, events] of steps) {
    const tab = tabs[step.tab]!
    const person = tab.person()
    if (step.do === 'press' && person) press(person, step.choice)
    if (step.do === 'sign out') void tab.signOut(onSignedOut).catch(() => undefined)
    if (step.do === 'sign in') void tab.signIn(step.as)
    if (step.do === 'end') browser.endSession()
    if (step.do === 'offline' || step.do === 'online') browser.setOnline(step.do === 'online')
    if (step.do === 'reopen') {
      tab.close()
      tabs[step.tab] = browser.openTab(tab.session)
    }
    await vi.advanceTimersByTimeAsync(step.do === 'wait' ? 2 * SECOND : 1)
    for (let one = 0; one < events && scheduler.count() > 0; one += 1) {
      await scheduler.waitOne()
      await runPromises()
    }
  }
  await browser.becomeIdle()
  const wrong: string[] = []
  for (const uid of ['ada', 'ben'] as const) {
    if (browser.hasSignedOut(uid) && browser.keysOf(uid).length > 0) wrong.push(`something of ${uid} is left`)
  }
  for (const uid of ['ada', 'ben'] as const) {
    browser.endSession()
    void tabs[0]!.signIn(uid)
    await browser.becomeIdle()
    for (const tab of tabs) wrong.push(...wrongIn(tab.person()!))
  }
  for (const tab of tabs) tab.close()
  return wrong
}

/**
 * Searches orders of events in a browser with two tabs for one after which something is wrong. A failure prints seed
 * and path, which replay it as options of `fc.assert`.
 */
export const expectInEveryOrder = <P extends Person>(numRuns: number, create: () => Explored<P>) =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, fc.infiniteStream(fc.nat(9)), async (...run) => {
      expect(await explore(...run, create())).toEqual([])
    }),
    { numRuns },
  )
