import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { announced, button, openRsvp, stored } from '#client/e2e/events/rsvp-form.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, type Member, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let organiser: Page
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez'),
    newMember(product, 'Ben Osei'),
  ])
})

const open = ({ page }: Member, id: string) => openRsvp(page, product.origin, id)

const offline = ({ page }: Member, isOffline: boolean) => page.context().setOffline(isOffline)
const unsent = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length)

test('an RSVP without a connection is kept, can be changed, and is sent when the connection is back', async () => {
  const id = await newEvent(organiser)
  await rsvp(ada.page, id, 'going')
  await open(ada, id)
  await offline(ada, true)
  await button(ada.page, 'Maybe').click()
  await announced(ada.page, 'Not sent yet: Maybe')
  await button(ada.page, 'Can’t go').click()
  await announced(ada.page, 'Not sent yet: Can’t go')
  await expectAccessibleOnPhone(ada.page)
  expect((await stored(organiser, id)).seats.going).toBe(1)
  expect(await unsent(ada.page)).toBe(1)

  await offline(ada, false)
  await announced(ada.page, 'You’re not going.')
  await waitForToast(ada.page, 'Your RSVP to An evening at the workbench was sent: Can’t go.')
  expect((await stored(ada.page, id)).mine?.state).toBe('declined')
  expect(await unsent(ada.page)).toBe(0)
})

test('an RSVP made offline says what will be sent: a request, its withdrawal, or a place on the waitlist', async () => {
  const [onRequest, full] = await Promise.all([
    newEvent(organiser, { joinMode: 'request' }),
    newEvent(organiser, { capacity: 1 }),
  ])
  await rsvp(ben.page, full, 'going')
  await open(ada, onRequest)
  await offline(ada, true)
  await button(ada.page, 'Ask to join').click()
  await announced(ada.page, 'Not sent yet: Request to join')
  await offline(ada, false)
  await waitForToast(ada.page, 'You asked to join An evening at the workbench.')
  await announced(ada.page, 'You asked to join.')
  await offline(ada, true)
  await button(ada.page, 'Withdraw request').click()
  await announced(ada.page, 'Not sent yet: Withdraw request')
  await offline(ada, false)
  await waitForToast(ada.page, 'Your RSVP to An evening at the workbench was sent: Withdraw request.')

  await open(ada, full)
  await offline(ada, true)
  await button(ada.page, 'Join waitlist').click()
  await announced(ada.page, 'Not sent yet: Join waitlist')
  await expectAccessibleOnPhone(ada.page)
})

test('a request that is refused after the member was offline is named as a request on other screens', async () => {
  const id = await newEvent(organiser, { joinMode: 'request' })
  await open(ada, id)
  await offline(ada, true)
  await button(ada.page, 'Ask to join').click()
  await announced(ada.page, 'Not sent yet: Request to join')
  await call(organiser, 'POST', `/api/events/${id}/cancel`, { reason: 'The hall is flooded.' })
  await offline(ada, false)
  await ada.page.getByRole('alert').getByText('“Request to join” to').waitFor()
  expect(await unsent(ada.page)).toBe(1)
})

test('an RSVP that waits for a connection can be discarded, and a sign-out deletes it', async () => {
  const id = await newEvent(organiser)
  await open(ada, id)
  // The page is online, but its RSVP never arrives.
  await ada.page.route('**/rsvp', (route) => route.abort())
  await button(ada.page, 'Going').click()
  await announced(ada.page, 'Not sent yet: Going')
  await button(ada.page, 'Discard').click()
  await ada.page.getByText('Not sent yet').waitFor({ state: 'detached' })
  expect(await unsent(ada.page)).toBe(0)

  await button(ada.page, 'Going').click()
  await announced(ada.page, 'Not sent yet: Going')
  await button(ada.page, 'Your account').click()
  await ada.page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await ada.page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect.poll(() => unsent(ada.page)).toBe(0)
  expect((await stored(organiser, id)).seats.going).toBe(0)
})

test('a member is told if the event was full or cancelled by the time a queued RSVP was sent', async () => {
  const [full, cancelled] = [await newEvent(organiser, { capacity: 1 }), await newEvent(organiser)]
  await open(ada, full)
  await offline(ada, true)
  await button(ada.page, 'Going').click()
  await announced(ada.page, 'Not sent yet: Going')
  await rsvp(ben.page, full, 'going')
  await offline(ada, false)
  await waitForToast(ada.page, /was full by the time your RSVP was sent\. You’re on the waitlist\.$/)
  await announced(ada.page, 'You’re #1 on the waitlist.')

  await open(ada, cancelled)
  await offline(ada, true)
  await button(ada.page, 'Going').click()
  await announced(ada.page, 'Not sent yet: Going')
  await call(organiser, 'POST', `/api/events/${cancelled}/cancel`, { reason: 'The hall is flooded.' })
  await offline(ada, false)
  const alert = ada.page.getByRole('alert')
  await alert.getByText('Your RSVP wasn’t saved').waitFor()
  await alert.getByText('This event was just cancelled.').waitFor()
  await expectAccessibleInEveryViewport(ada.page)
  await ada.page.reload()
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(await unsent(ada.page)).toBe(0)
})
