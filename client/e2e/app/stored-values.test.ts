import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { withoutStream } from '#client/e2e/members.ts'
import { waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const FIELDS =
  'id eventId memberId title at text tags startsAt slots participants agenda hosts questions displayName bio links asks visibility version edit results'
/** `client/app/stored-values.test.ts` has more kinds of foreign values, for each key. */
const FOREIGN = JSON.stringify(
  Object.fromEntries(FIELDS.split(' ').map((field, index) => [field, [7, [7], { a: 7 }, null][index % 4]])),
)

/** Keys that the app uses, but for those that say who is signed in. */
const deviceKeys = (uid: string, event: string) => [
  `unsent:${uid}:check-in:000000000001000-a`,
  `unsent:${uid}:rsvp:${event}`,
  `checkInCode.${event}`,
  `checkInList.${event}`,
  'errorLog',
  'errorOutbox:1:tab:id',
  'errorOutbox:soon:tab:id',
  'errorOutboxDropped',
  'errorOutboxResumeAt',
  'errorNoise',
  'visits',
  'install-answered',
  'agreed-version',
  'kept-zone',
  'pushMember',
  'theme',
]
const tabKeys = (uid: string, event: string) => [
  `draft:post:${event}:`,
  'draft:event',
  `draft:event:${event}`,
  `draft:event:${event}-base`,
  'draft:meeting',
  'draft:meeting:key',
  'draft:profile',
  'draft:profile-base',
  'draft:new-email',
  'draft:own-availability',
  'draft:recent-search',
  'return-to',
  'invitation',
  `verification-sent:${uid}`,
  `requested-email:${uid}`,
]

const fill = (page: Page, keys: { device: string[]; tab: string[] }) =>
  page.evaluate(
    ([value, { device, tab }]) => {
      for (const name of device) localStorage.setItem(name, value)
      for (const name of tab) sessionStorage.setItem(name, value)
    },
    [FOREIGN, keys] as const,
  )

test('screens work with objects with fields of other types in storage', { timeout: 60_000 }, async () => {
  const page = await newOrganiser(product)
  const event = await newEvent(page, { startsAt: hoursFromNow(1) })
  await rsvp(page, event, 'going')
  const { id } = (await (await page.request.get('/api/me')).json()) as { id: string }
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await withoutStream(page)
  const untilIdle = waitForRequests(page)
  for (const path of [
    paths.dashboard,
    paths.event(event),
    `${paths.event(event)}?manage=check-in`,
    `${paths.event(event)}?manage=edit`,
    `${paths.events}?create=1`,
    paths.createGrowthMeeting,
    `${paths.ownProfile}?edit=you`,
    settingsPath('sign-in'),
    settingsPath('availability'),
  ]) {
    await fill(page, { device: deviceKeys(id, event), tab: tabKeys(id, event) })
    await page.goto(product.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilIdle()
    const crashes = page.getByText(
      /Something went wrong|This page encountered an error|Component Error|failed to load/,
    )
    expect({ path, crashes: await crashes.count(), errors }).toEqual({ path, crashes: 0, errors: [] })
  }
})
