import { expect, test } from 'vitest'

import { DAY, SECOND } from '#shared/lib/durations.ts'
import { roundPath, roundsPath } from '#shared/lib/paths/rounds.ts'
import type { MemberRounds, Round, RoundLine } from '#shared/rounds/schema.ts'
import type { MeetingLists } from '#shared/meetings/schema.ts'
import { formGroups } from '#server/testing/running-product/form-groups.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { loseResponses } from '#client/e2e/outage.ts'
import { runProduct } from '#client/e2e/product.ts'

// An open round would be on the dashboards of other files.
const product = runProduct({ ownServer: true })
/** Milliseconds. A page that shows an open round asks again once it has ended. */
const OPEN_FOR = 5 * SECOND

test('an organiser opens a round, and a member joins with one press and keeps the topic until it is saved', async () => {
  const organiser = await newOrganiser(product)
  await organiser.goto(product.origin + roundsPath)
  await organiser.getByText('No rounds yet').waitFor()
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await organiser.getByText('Enter a title').waitFor()
  await expectAccessibleOnPhone(organiser)
  await organiser.getByLabel('Title').fill('Coffee in December')
  await organiser.getByLabel('Join by').fill(new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10))
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await waitForToast(organiser, 'The round is open.')
  await organiser.getByText('0 members are in').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  const { page } = await newMember(product, 'Ada Álvarez')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('button', { name: 'I’m in' }).click()
  await waitForToast(page, 'You’re in.')
  const topic = page.getByLabel('What would you like to talk about?')
  await topic.fill('Bread')
  await page.route('**/opt-in', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  await page.reload()
  await expect.poll(() => topic.inputValue()).toBe('Bread')
  await page.unroute('**/opt-in')
  await page.getByLabel('Join every round until I opt out').check()
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await topic.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expect
    .poll(async () => (await call<MemberRounds>(page, 'GET', '/api/rounds')).body.items[0]?.own)
    .toEqual({ topic: 'Bread', every: true })

  await page.goto(product.origin + roundsPath)
  await page.getByText('You join every round automatically.').waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('button', { name: 'Opt out' }).click()
  await page.getByRole('main').getByText('You’ve opted out of this round.').waitFor()
  await page.getByRole('button', { name: 'I’m in' }).click()
  await page.getByText('You’re in. We’ll match you after').waitFor()
  await page.getByText('You join every round automatically.').waitFor()
  await page.getByRole('button', { name: 'Stop joining every round' }).click()
  await page.getByRole('button', { name: 'Opt out' }).click()
  await page.getByRole('button', { name: 'I’m in' }).waitFor()

  await organiser.getByRole('button', { name: 'Cancel round' }).click()
  await organiser.getByRole('dialog').getByRole('button', { name: 'Cancel round' }).click()
  await waitForToast(organiser, 'The round is cancelled.')
})

test('an organiser finds nobody who has met no one while all members are new, and a member gets no list', async () => {
  const organiser = await newOrganiser(product)
  await organiser.goto(product.origin + roundsPath)
  await organiser.getByRole('link', { name: 'Met no one in 30 days' }).click()
  await organiser.getByText('Everyone has met someone').waitFor()
  await expectAccessibleInEveryViewport(organiser)
  const { page } = await newMember(product, 'Lone Member')
  const { status } = await call(page, 'GET', '/api/lone-members')
  expect(status).toBe(403)
})

test('a round whose response was lost is opened once, and its draft survives a reload', async () => {
  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}${roundsPath}&open=1`)
  await organiser.getByLabel('Title').fill('Soup in January')
  await organiser.getByLabel('Join by').fill(new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10))
  await organiser.reload()
  await organiser.getByText('We restored your unsaved changes').waitFor()
  await expectAccessibleOnPhone(organiser)
  const endOutage = await loseResponses(organiser, '**/api/organiser/rounds')
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await organiser.getByRole('alert').getByText('What you typed is kept.').waitFor()
  await endOutage()
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await waitForToast(organiser, 'The round is open.')
  const { body } = await call<{ items: RoundLine[] }>(organiser, 'GET', '/api/organiser/rounds')
  expect(body.items.filter(({ title }) => title === 'Soup in January')).toHaveLength(1)
})

test('an organiser releases the groups, and the page of another shows it', async () => {
  const members = [await newMember(product, 'Lin Wei'), await newMember(product, 'Zoë Berg')]
  const organiser = await newOrganiser(product, product.admins[1])
  const other = await newOrganiser(product, product.admins[2])
  const optInUntil = new Date(Date.now() + OPEN_FOR).toISOString()
  const round = { title: 'Coffee', audience: 'everyone', size: 2, optInUntil, monthly: false }
  const { body } = await call<Round>(organiser, 'POST', '/api/organiser/rounds', round)
  for (const { page } of members)
    await call(page, 'PUT', `/api/rounds/${body.id}/opt-in`, { topic: '', every: false })

  for (const page of [organiser, other]) await page.goto(product.origin + roundPath(body.id))
  const release = organiser.getByRole('button', { name: 'Release groups' })
  await formGroups(product.stack.dataDir, OPEN_FOR)
  await release.waitFor()
  await other.getByLabel('Group of Lin Wei').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  // The select is in another group then: without help, the focus falls back to the start of the page.
  for (const group of ['No group', 'Group 1']) {
    await organiser.getByLabel('Group of Lin Wei').selectOption({ label: group })
    await waitForToast(organiser, 'Lin Wei has moved.')
    await organiser.locator(':focus').getByRole('heading', { name: 'Groups' }).waitFor()
  }

  await release.click()
  await organiser.getByRole('dialog').getByRole('button', { name: 'Release groups' }).click()
  await waitForToast(organiser, 'The groups are released.')
  await organiser.getByText('Released', { exact: true }).waitFor()

  await other.getByLabel('Group of Lin Wei').selectOption({ label: 'No group' })
  await waitForToast(other, 'The groups of this round can’t be changed any more.')
  await other.getByText('Released', { exact: true }).waitFor()
  for (const { page } of members) {
    const { body: lists } = await call<MeetingLists>(page, 'GET', '/api/meetings')
    expect(Object.values(lists).flat()).toEqual([expect.objectContaining({ purpose: 'Coffee' })])
  }
})

test('a newcomer for whom no buddy has time is told so', async () => {
  const { page } = await newMember(product, 'New Comer')
  await page.goto(product.origin + roundsPath)
  await page.getByText('No buddy has time right now.').waitFor()
  await expectAccessibleInEveryViewport(page)
})
