import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { meetingPath, newMeetingPath } from '#shared/lib/paths/meetings.ts'
import { paths } from '#shared/lib/paths.ts'
import type { AwardKind } from '#shared/prestige/rules.ts'
import { moveMeeting } from '#server/testing/running-product/move-meeting.ts'
import { awardPoints } from '#server/testing/running-product/prestige-awards.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { press, tabTo, type } from '#client/e2e/keyboard.ts'
import { call, connect, type Member, newMember, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

import { beAvailable, propose } from './growth-meetings.ts'

const product = runProduct()
let ada: Member
let ben: Member
let chi: Member
let connectionId: string

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const firstTime = (page: Page) => page.getByRole('group', { name: 'Time 1' })
const answers = (page: Page) => page.getByRole('radiogroup')
const open = ({ page }: Member, path: string) => page.goto(product.origin + path)

beforeEach(async () => {
  ;[ada, ben, chi] = await Promise.all([
    newMember(product, 'Ada Álvarez', { timeZone: 'Europe/Lisbon' }),
    newMember(product, 'Ben Osei', { timeZone: 'Asia/Kolkata' }),
    newMember(product, 'Chi Wu', { timeZone: 'America/New_York' }),
  ])
  ;[connectionId] = await Promise.all([connect(ada, ben), connect(ada, chi)])
})

test('from a profile, one line proposes the best times to a connection, and the list shows their face', async () => {
  await beAvailable(ben)
  await open(ada, paths.memberProfile(ben.id))
  await press(button(ada.page, 'Plan a meeting'))
  const dialog = ada.page.getByRole('dialog', { name: 'Plan a meeting with Ben Osei' })
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(3)
  await expectAccessibleInEveryViewport(ada.page)
  await press(dialog.getByRole('button', { name: 'Propose meeting' }))
  await dialog.getByText(/^Enter /).waitFor()
  await type(dialog.getByLabel('Purpose'), 'Compare ovens')
  await dialog.getByRole('checkbox').last().press('Space')
  await press(dialog.getByRole('button', { name: 'Propose meeting' }))
  await waitForToast(ada.page, /^Meeting proposed/)

  await open(ada, paths.growthMeetings)
  const row = ada.page.getByRole('listitem').filter({ hasText: 'Compare ovens' })
  await row.getByText(/^2 possible times/).waitFor()
  expect(await row.locator('p [aria-hidden=true]').count()).toBeGreaterThan(0)
})

test('three people in three zones agree on a best time, meet, and keep what they promised', async () => {
  await Promise.all([beAvailable(ben), beAvailable(chi)])

  // Ada proposes, from her connection with Ben.
  await open(ada, paths.connection(connectionId))
  await press(button(ada.page, 'Plan a meeting'))
  await press(ada.page.getByRole('link', { name: 'Add people, a place or other times' }))
  await button(ada.page, 'Remove Ben Osei').waitFor()
  await type(ada.page.getByLabel('Search your connections'), 'chi')
  await ada.page.getByRole('option', { name: 'Chi Wu' }).waitFor()
  await ada.page.keyboard.press('Enter')
  await button(ada.page, 'Remove Chi Wu').waitFor()
  await type(ada.page.getByLabel('Purpose'), 'Find a cabinet maker for the bakery')
  await ada.page.getByLabel('Advice').check()
  const best = ada.page.getByRole('button', { name: /^Add \w+day.*Lisbon time$/ })
  await best.first().waitFor()
  expect(await ada.page.getByText(/ Kolkata time for Ben Osei$/).count()).toBe(3)
  await press(best.first())
  await press(best.first())
  await expectAccessibleInEveryViewport(ada.page)
  await press(button(ada.page, 'Propose meeting'))
  await heading(ada.page, 'Find a cabinet maker for the bakery').waitFor()
  await heading(ada.page, 'Waiting for Ben Osei and Chi Wu').waitFor()

  // Ben uses only the keyboard from here to the end.
  await open(ben, paths.growthMeetings)
  await heading(ben.page, 'To answer').waitFor()
  await expectAccessibleOnPhone(ben.page)
  await press(ben.page.getByRole('link', { name: 'Find a cabinet maker for the bakery' }))
  await heading(ben.page, 'Which times suit you?').waitFor()
  await expectAccessibleInEveryViewport(ben.page)
  const focusedGroup = () =>
    ben.page.evaluate(() =>
      document.activeElement?.closest('[role=radiogroup]')?.getAttribute('aria-labelledby'),
    )
  const id = new URL(ben.page.url()).searchParams.get('meeting') ?? ''
  expect(await answers(ben.page).count()).toBe(2)
  await tabTo(answers(ben.page).first().getByRole('radio').first())
  const first = await focusedGroup()
  await ben.page.keyboard.press('Space')
  await ben.page.keyboard.press('Tab')
  expect(await focusedGroup()).not.toBe(first)
  await ben.page.keyboard.press('Space')
  await ben.page.keyboard.press('ArrowDown')
  await press(button(ben.page, 'Save answers'))
  await waitForToast(ben.page, 'Answers saved.')
  await heading(ben.page, 'Waiting for Chi Wu').waitFor()

  // Chi answers last: everyone said yes to the first time.
  await open(chi, meetingPath(id))
  await heading(chi.page, 'Which times suit you?').waitFor()
  for (const group of await answers(chi.page).all()) await group.getByLabel('Yes').check()
  await button(chi.page, 'Save answers').click()
  await waitForToast(chi.page, /^Everyone said yes: the meeting is on /)
  await heading(chi.page, /New York time$/).waitFor()
  await expectAccessibleOnPhone(chi.page)
  const file = await chi.page.request.get(`/api/meetings/${id}/calendar.ics`)
  expect(await file.text()).toContain('Find a cabinet maker for the bakery')

  // Afterwards two of them confirm. Three others have confirmed Ben's results: he is ten points short of
  // Bronze.
  const earned = [20, 30, 40].map((daysAgo) => {
    const kind: AwardKind = daysAgo === 40 ? 'introductionMet' : 'referral'
    return { kind, confirmedBy: [`friend-${daysAgo}`], daysAgo }
  })
  await awardPoints(product.stack.dataDir, ben.id, earned)
  await moveMeeting(product.stack.dataDir, id, 3)
  await open(ada, meetingPath(id))
  await heading(ada.page, 'Did this meeting take place?').waitFor()
  await expectAccessibleOnPhone(ada.page)
  await button(ada.page, 'Yes, we met').click()
  await heading(ada.page, 'You confirmed that you met').waitFor()
  await open(ben, meetingPath(id))
  await button(ben.page, 'Yes, we met').press('Enter')
  await heading(ben.page, 'This meeting took place').waitFor()

  // Both write the notes at once, and nothing is lost.
  await ada.page.reload()
  for (const { page, name } of [ada, ben]) {
    await button(page, 'Write notes').press('Enter')
    await page.getByLabel('Notes').pressSequentially(`Written by ${name}`)
  }
  await button(ada.page, 'Save notes').click()
  await ada.page.getByText('Written by Ada Álvarez').waitFor()
  await button(ben.page, 'Save notes').press('Enter')
  const conflict = ben.page.getByRole('dialog', { name: 'This text was changed elsewhere' })
  await conflict.getByLabel('Use the other version').press('Space')
  await conflict.getByRole('button', { name: 'Save' }).press('Enter')
  await ben.page.getByText('Written by Ada Álvarez').waitFor()

  // Ben promises, keeps it, and Ada confirms it.
  await button(ben.page, 'Add promise').press('Enter')
  const promise = ben.page.getByRole('dialog')
  await promise.getByLabel('What you’ll do').pressSequentially('Send three addresses')
  await promise.getByLabel('For whom').pressSequentially('Ada')
  await promise.getByRole('button', { name: 'Add promise' }).press('Enter')
  await button(ben.page, 'Mark as done: Send three addresses').press('Enter')
  await waitForToast(ben.page, 'Promise marked as done.')
  await button(ben.page, 'Add outcome').press('Enter')
  const outcome = ben.page.getByRole('dialog')
  await outcome.getByLabel('Kind').pressSequentially('Referral')
  await outcome.getByLabel('Who helped').pressSequentially('You')
  await outcome.getByLabel('Who benefited').pressSequentially('Ada')
  await outcome.getByLabel('What happened').fill('A joiner in Porto')
  await outcome.getByRole('button', { name: 'Add outcome' }).press('Enter')
  await waitForToast(ben.page, 'Outcome added.')

  await ada.page.reload()
  await button(ada.page, 'Confirm: Send three addresses').click()
  await ada.page.getByText('Kept', { exact: true }).waitFor()
  await button(ada.page, 'Confirm: Referral, Ben Osei helped you').click()
  await waitForToast(ada.page, 'Outcome confirmed.')
  await button(ada.page, 'Say thank you').click()
  const thanks = ada.page.getByRole('dialog')
  await thanks.getByLabel('To', { exact: true }).selectOption('Ben Osei')
  await thanks.getByLabel('Your words').fill('You saved us a month.')
  await thanks.getByRole('button', { name: 'Send thanks' }).click()
  await waitForToast(ada.page, 'Thanks sent.')
  await ada.page.getByText('You saved us a month.').waitFor()
  await heading(ada.page, 'This meeting took place, and every promise is resolved').waitFor()
  await expectAccessibleOnPhone(ada.page)

  await showScreen(ada.page, paths.memberProfile(ben.id))
  await ada.page.getByRole('link', { name: 'Find a cabinet maker for the bakery' }).waitFor()
  await ada.page.getByText('Ben Osei helped you: A joiner in Porto').waitFor()
  await ada.page.getByText('You saved us a month.').waitFor()
  await expectAccessibleOnPhone(ada.page)
  await showScreen(ben.page, paths.dashboard)
  await ben.page.getByText('Bronze', { exact: true }).waitFor()
})

test('a proposal survives a reload, and its errors are beside its fields', async () => {
  await open(ada, newMeetingPath())
  await ada.page.getByLabel('Purpose').fill('A half-written purpose')
  await ada.page.reload()
  await ada.page.getByText('We restored your unsaved changes').waitFor()
  expect(await ada.page.getByLabel('Purpose').inputValue()).toBe('A half-written purpose')
  await firstTime(ada.page).getByLabel('Date').fill('2020-01-01')
  await firstTime(ada.page).getByLabel('Start time').fill('10:00')
  await button(ada.page, 'Propose meeting').click()
  await ada.page.getByText('Add at least one person.').waitFor()
  await ada.page.getByText('Choose a time in the future.').waitFor()
  await ada.page.locator('input[name=find-person]:focus').waitFor()
  await showScreen(ada.page, paths.growthMeetings)
  await ada.page.getByText('You have an unsaved new meeting').waitFor()
})

test('answers given offline are kept until they can be sent, and refused once a time has been chosen', async () => {
  const { id, slots } = await propose(ada, [ben, chi])
  await open(ben, meetingPath(id))
  const [first, second] = [answers(ben.page).first(), answers(ben.page).last()]
  await first.getByLabel('If needed').check()
  await button(ben.page, 'Save answers').click()
  await ben.page.getByText('Choose an answer for this time.').waitFor()
  await second.getByLabel('No').check()
  await ben.page.context().setOffline(true)
  await button(ben.page, 'Save answers').click()
  // Nothing was typed.
  expect(await ben.page.getByRole('alert').innerText()).not.toContain('What you typed')
  await ben.page.getByText('Unsaved changes').waitFor()
  await ben.page.context().setOffline(false)
  await button(ben.page, 'Save answers').click()
  await waitForToast(ben.page, 'Answers saved.')

  await second.getByLabel('Yes').check()
  // Chosen while the answers are on their way: before, Ben's page would show it and offer no answers.
  await ben.page.route(`**/api/meetings/${id}/votes`, async (route) => {
    const choice = { slot: slots[1]!.startsAt }
    expect((await call(ada.page, 'POST', `/api/meetings/${id}/choose`, choice)).status).toBe(200)
    await route.continue()
  })
  await button(ben.page, 'Save answers').click()
  await waitForToast(ben.page, 'This meeting is already scheduled.')
  await heading(ben.page, /Kolkata time$/).waitFor()
  expect(await answers(ben.page).count()).toBe(0)
})

test('the organiser edits, reschedules and cancels, and a participant declines', async () => {
  const { id, slots } = await propose(ada, [ben, chi])
  await open(ada, meetingPath(id))
  const choices = button(ada.page, /^Choose this time: /)
  await choices.first().click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await heading(ada.page, /Lisbon time$/).waitFor()

  await ada.page.getByRole('link', { name: 'Edit' }).click()
  await ada.page.getByLabel('Place').fill('Café Central')
  await expectAccessibleOnPhone(ada.page)
  await button(ada.page, 'Save changes').click()
  await ada.page.getByText('Café Central').waitFor()
  await ada.page.getByRole('link', { name: 'Reschedule' }).click()
  await ada.page.getByLabel('Reason').fill('The train is late')
  await firstTime(ada.page).getByLabel('Date').fill(slots[1]!.startsAt.slice(0, 10))
  await firstTime(ada.page).getByLabel('Start time').fill('11:00')
  await expectAccessibleOnPhone(ada.page)
  await button(ada.page, 'Propose new times').click()
  await ada.page.getByText('“The train is late”').waitFor()

  await open(chi, meetingPath(id))
  await button(chi.page, 'Decline…').click()
  await chi.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await heading(chi.page, 'Growth meetings').waitFor()
  await waitForToast(chi.page, 'Meeting declined.')
  await chi.page.goto(product.origin + meetingPath(id))
  await heading(chi.page, '404 - Page Not Found').waitFor()

  await button(ada.page, 'More options for this meeting').click()
  await button(ada.page, 'Cancel meeting…').click()
  await ada.page.getByRole('dialog').getByLabel('Reason').fill('Not needed any more')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Keep meeting' }).waitFor()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click()
  await heading(ada.page, 'This meeting was cancelled').waitFor()
  expect(await ada.page.getByText('“Not needed any more”').count()).toBe(1)
})
