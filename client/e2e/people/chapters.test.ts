import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Chapter, ChapterLine } from '#shared/chapters/schema.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import {
  CHAPTER_PROPOSAL,
  chapterAdminPath,
  chapterEventsPath,
  chapterPath,
  chaptersPath,
} from '#shared/lib/paths/chapters.ts'
import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

// Members of a community with chapters see more: on its own server, no other test does.
const product = runProduct({ ownServer: true })

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

async function create(admin: Page, name: string, joining: string) {
  await admin.goto(product.origin + adminPath('chapters', { section: 'chapters' }))
  await button(admin, 'Create chapter').click()
  await admin.getByLabel('Name').fill(name)
  await admin.getByText(joining, { exact: true }).click()
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
}

test('members see chapters with the second, ask to join one in two taps, and its lead approves them', async () => {
  const admin = await newOrganiser(product)
  const ada = await newMember(product, 'Ada Lovelace')
  const grace = await newMember(product, 'Grace Hopper')

  await create(admin, 'Harbour', 'Open')
  await admin.getByText('Members see chapters once there are two.').waitFor()
  await ada.page.goto(product.origin + paths.connectionsTab('directory'))
  await ada.page.getByRole('tab', { name: 'People' }).waitFor()
  expect(await ada.page.getByRole('link', { name: 'Chapters' }).count()).toBe(0)

  await create(admin, 'Old Town', 'By request')
  await call(admin, 'PUT', `/api/chapters/old-town/people/${grace.id}/role`, { role: 'lead' })
  await expectAccessibleInEveryViewport(admin)

  await ada.page.reload()
  await ada.page.getByRole('link', { name: 'Chapters' }).click()
  await ada.page.getByRole('link', { name: /Old Town/ }).click()
  await button(ada.page, 'Ask to join').click()
  await ada.page.getByText('You’ve asked to join. A lead will answer.').waitFor()
  await expectAccessibleInEveryViewport(ada.page)

  await ada.page.getByRole('link', { name: 'Search its people' }).click()
  await button(ada.page, 'Remove chapter filter: Old Town').waitFor()

  await ada.page.goto(`${product.origin}${chapterEventsPath('old-town')}&format=online`)
  await button(ada.page, 'Remove filter: Online').waitFor()
  await expectAccessibleInEveryViewport(ada.page)
  await button(ada.page, 'Remove filter: Old Town').click()
  await ada.page.waitForURL(`${product.origin}${paths.events}?format=online`)
  expect(await ada.page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Filters/)

  await ada.page.goto(product.origin + chapterAdminPath('old-town'))
  await ada.page.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()

  await grace.page.goto(product.origin + chapterPath('old-town'))
  await grace.page.getByRole('link', { name: 'Manage people' }).click()
  await button(grace.page, 'Approve Ada Lovelace').click()
  await waitForToast(grace.page, 'Ada Lovelace is a member now.')
  await grace.page.getByText('1 person joined in the last 30 days and hasn’t met anyone yet.').waitFor()
  await grace.page.getByRole('heading', { name: 'Health' }).waitFor()
  await grace.page.getByLabel('Role of Ada Lovelace').selectOption({ label: 'Steward (events)' })
  await waitForToast(grace.page, 'Ada Lovelace: Steward (events)')
  await expectAccessibleInEveryViewport(grace.page)

  await ada.page.goto(product.origin + chaptersPath)
  await ada.page.getByRole('link', { name: /Harbour/ }).click()
  await button(ada.page, 'Join as home chapter').click()
  await ada.page
    .getByRole('dialog')
    .getByText(/Old Town is your home chapter now/)
    .waitFor()
  await button(ada.page, 'Move').click()
  await button(ada.page, 'Undo the move').click()
  await waitForToast(ada.page, 'Your former home chapter is back.')

  await admin.goto(product.origin + adminPath('chapters'))
  await admin.getByRole('link', { name: 'Health' }).click()
  await admin.getByText('Figures appear here once a month with two chapters is over.').waitFor()
  await expectAccessibleInEveryViewport(admin)

  await admin.goto(product.origin + adminPath('chapters', { edit: 'harbour' }))
  await admin.getByLabel('Address').fill('port')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await ada.page.goto(product.origin + paths.dashboard)
  await ada.page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  // Like a link to its former address.
  await ada.page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, chapterPath('harbour'))
  await ada.page.waitForURL(`**${chapterPath('port')}`)
  const heading = ada.page.getByRole('heading', { level: 1, name: 'Harbour' })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('an edit of a chapter keeps what another admin saved meanwhile, and asks about the same field', async () => {
  const admin = await newOrganiser(product)
  await create(admin, 'Hillside', 'Open')
  await admin.goto(product.origin + adminPath('chapters', { edit: 'hillside' }))
  await admin.getByLabel('About').fill('Bakers')
  const { version, name, slug, region, timeZone, language, joinRule, listing, state } = (
    await call<Chapter>(admin, 'GET', '/api/chapters/hillside')
  ).body
  const other = {
    name,
    slug,
    region,
    timeZone,
    language,
    joinRule,
    listing,
    state,
    place: 'Faro',
    about: 'Cooks',
  }
  const saved = await call(admin, 'PUT', '/api/admin/chapters/hillside', other, version)
  expect(saved.status).toBe(200)

  await button(admin, 'Save').click()
  const dialog = admin.getByRole('dialog', { name: 'This chapter was changed elsewhere' })
  await dialog.getByRole('radio', { name: /Keep mine/ }).waitFor()
  await expectAccessibleInEveryViewport(admin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await waitForToast(admin, 'Saved.')
  const { body } = await call<Chapter>(admin, 'GET', '/api/chapters/hillside')
  expect(body).toMatchObject({ about: 'Bakers', place: 'Faro' })
})

test('an admin merges two chapters, whose people follow, and undoes it', async () => {
  const admin = await newOrganiser(product)
  const mary = await newMember(product, 'Mary Somerville')
  await create(admin, 'Meadow', 'Open')
  await create(admin, 'Valley', 'Open')
  await call(mary.page, 'PUT', '/api/chapters/meadow/membership', { kind: 'home' })
  const homeOf = async () => {
    const { body } = await call<{ items: ChapterLine[] }>(mary.page, 'GET', '/api/chapters?list=ownFirst')
    return body.items.find(({ own }) => own?.kind === 'home' && own.state === 'active')?.name
  }
  expect(await homeOf()).toBe('Meadow')

  await admin.goto(product.origin + adminPath('chapters', { edit: 'meadow' }))
  await admin.getByLabel('Merge into', { exact: true }).selectOption({ label: 'Valley' })
  await expectAccessibleInEveryViewport(admin)
  await button(admin, 'Merge chapters').click()
  const dialog = admin.getByRole('dialog', { name: 'Merge Meadow into Valley?' })
  await button(dialog, 'Merge chapters').click()
  await waitForToast(admin, /^Meadow is part of Valley now/)
  await expect.poll(homeOf).toBe('Valley')
  await mary.page.goto(product.origin + chapterPath('meadow'))
  await mary.page.waitForURL(`**${chapterPath('valley')}`)
  await mary.page.getByRole('heading', { level: 1, name: 'Valley' }).waitFor()

  await admin.goto(product.origin + adminPath('chapters', { edit: 'valley' }))
  await admin.getByText(/^Meadow can be a chapter of its own again until/).waitFor()
  await expectAccessibleInEveryViewport(admin)
  await button(admin, 'Undo the merge of Meadow').click()
  await waitForToast(admin, /^Meadow is a chapter of its own again/)
  await expect.poll(homeOf).toBe('Meadow')
  await mary.page.goto(product.origin + chapterPath('meadow'))
  await mary.page.getByRole('heading', { level: 1, name: 'Meadow' }).waitFor()
  expect(new URL(mary.page.url()).search).toBe('?chapter=meadow')
})

/** Whether the keyboard starts from an element rather than from the start of the page. */
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

test('a lead steps down and appoints leads only after a question, and keeps the focus', async () => {
  const admin = await newOrganiser(product)
  const { page, id } = await newMember(product, 'Sofia Kovalevskaya')
  const [other, guest] = [await newMember(product, 'Maria Agnesi'), await newMember(product, 'Ida Rhodes')]
  await create(admin, 'Quarry', 'Open')
  await create(admin, 'Ferry', 'Open')
  await call(guest.page, 'PUT', '/api/chapters/quarry/membership', { kind: 'guest' })
  for (const lead of [id, other.id])
    await call(admin, 'PUT', `/api/chapters/quarry/people/${lead}/role`, { role: 'lead' })
  await page.goto(product.origin + chapterAdminPath('quarry'))

  await button(page, 'Send invitation').click()
  await page.getByText('Choose a member.').waitFor()
  const role = page.getByLabel('Role of Ida Rhodes')
  await role.selectOption({ label: 'Lead' })
  const asked = page.getByRole('dialog', { name: 'Make Ida Rhodes a lead?' })
  await expectAccessibleInEveryViewport(page)
  await button(asked, 'Cancel').click()
  expect(await role.inputValue()).toBe('member')

  await button(page, 'End membership of Ida Rhodes').press('Enter')
  await button(page.getByRole('dialog'), 'End membership').press('Enter')
  await role.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page)).toBe(true)

  await page.getByLabel('Role of Sofia Kovalevskaya').selectOption({ label: 'Member' })
  await button(page.getByRole('dialog', { name: 'Step down as lead?' }), 'Step down').click()
  await page.waitForURL(`**${chapterPath('quarry')}`)
})

test('a lead sends a letter, which survives a reload, and schedules the next for the proposed time', async () => {
  const admin = await newOrganiser(product)
  const { page, id } = await newMember(product, 'Sophie Germain')
  await create(admin, 'Garden', 'Open')
  await create(admin, 'Orchard', 'Open')
  await call(admin, 'PUT', `/api/chapters/garden/people/${id}/role`, { role: 'lead' })
  await page.goto(product.origin + chapterAdminPath('garden'))
  for (const [when, send, done] of [
    ['Now', 'Send letter', 'Letter sent'],
    ['Later', 'Schedule letter', 'Letter scheduled'],
  ] as const) {
    await button(page, 'Write a letter').press('Enter')
    await expect.poll(() => hasFocus(page)).toBe(true)
    await page.getByLabel('Title').fill('Spring')
    await page.getByLabel('Text').fill('We meet in **March**.')
    await page.reload()
    await page.getByText('We restored your unsaved changes').waitFor()
    expect(await page.getByRole('radio', { name: when }).isChecked()).toBe(true)
    await button(page, send).click()
    await button(page.getByRole('dialog'), send).click()
    await waitForToast(page, done)
    await page.getByText(/^The next letter can be sent from/).waitFor()
  }
  await expectAccessibleInEveryViewport(page)
})

test('a member proposes a chapter, an admin accepts it as they change it, and the member leads it', async () => {
  const admin = await newOrganiser(product)
  const { page } = await newMember(product, 'Emmy Noether')
  await create(admin, 'Lakeside', 'Open')
  await create(admin, 'Forest', 'Open')
  await page.goto(product.origin + chaptersPath)
  await page.getByRole('link', { name: 'Start a chapter' }).click()
  await page.getByLabel('Name').fill('Göttingen')
  await page.getByLabel('Why, and who would join').fill('Twelve of us live there.')
  await expectAccessibleInEveryViewport(page)
  await button(page, 'Send proposal').click()
  await page.getByText(/An admin will answer/).waitFor()
  await expectAccessibleInEveryViewport(page)

  await admin.goto(product.origin + chapterAdminPath(CHAPTER_PROPOSAL))
  await admin.getByText('Twelve of us live there.').waitFor()
  await expectAccessibleInEveryViewport(admin)
  await admin.getByRole('link', { name: 'Accept Göttingen' }).click()
  await admin.getByLabel('City').fill('Göttingen')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await page.goto(product.origin + chapterPath('gottingen'))
  await page.getByRole('link', { name: 'Manage people' }).waitFor()

  await admin.goto(product.origin + adminPath('chapters', { import: 'file' }))
  const choose = (...lines: string[]) =>
    admin.getByLabel('CSV file').setInputFiles({
      name: 'chapters.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
  await choose('Name,City', 'Coast,Faro', 'Forest,Faro')
  await button(admin, 'Create 2 chapters').click()
  await admin.getByText('Address: Another chapter has or had this address.').waitFor()
  await expectAccessibleInEveryViewport(admin)
  await choose('Name,City', 'Coast,Faro')
  await button(admin, 'Create 1 chapter').click()
  await waitForToast(admin, '1 chapter created.')
  const { body } = await call<Chapter>(admin, 'GET', '/api/chapters/coast')
  expect(body).toMatchObject({ name: 'Coast', place: 'Faro', state: 'forming' })
})

test('an admin declines the last proposal above the list of chapters, and keeps the focus', async () => {
  const admin = await newOrganiser(product)
  const { page } = await newMember(product, 'Olga Ladyzhenskaya')
  await create(admin, 'Canal', 'Open')
  await create(admin, 'Tower', 'Open')
  const timeZone = 'Europe/Lisbon'
  const proposal = { name: 'Kologriv', place: '', region: '', timeZone, reason: 'Three of us live there.' }
  expect((await call(page, 'PUT', '/api/chapters/proposal', proposal)).status).toBeLessThan(300)
  await admin.goto(product.origin + adminPath('chapters'))
  await button(admin, 'Decline Kologriv').press('Enter')
  await admin.getByRole('dialog').getByLabel('Reason').fill('Wait until there are more of you.')
  await button(admin.getByRole('dialog'), 'Decline proposal').press('Enter')
  await admin.getByText('Three of us live there.').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(admin)).toBe(true)
})

test('the calendar app opens the events of the chapter in whose dialog the link was created', async () => {
  const { page } = await newMember(product, 'Lise Meitner')
  const admin = await newOrganiser(product)
  await create(admin, 'Bridge', 'Open')
  await create(admin, 'Garden', 'Open')
  await page.goto(`${product.origin}${chapterEventsPath('bridge')}&sync=1`)
  await button(page, 'Create link').click()
  const link = page.getByRole('link', { name: 'Open in calendar app' })
  expect(await link.getAttribute('href')).toMatch(/^webcal:.*\.ics\?chapter=bridge$/)
})
