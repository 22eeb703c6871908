import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newPerson, type Person } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let person: Person
let page: Page

beforeEach(async () => {
  person = await newPerson(product.emulator)
  page = await product.newBrowser()
  await openSignedIn(page, product.origin, person, '/profile?edit=you')
  await field('Name').waitFor()
})

const field = (name: string, on = page) => on.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
const isFocused = (locator: ReturnType<typeof field>) =>
  locator.evaluate((element) => element === document.activeElement)
const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const save = (on = page) => on.getByRole('button', { name: 'Save profile' }).click()
const saved = (on = page) => on.getByText('Profile saved.').first().waitFor()
const shown = (name: string, on = page) => on.getByRole('heading', { level: 1, name }).waitFor()
const stored = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body

test('a member fills in every tab, saves once and sees the result', async () => {
  await field('Name').fill('José Núñez')
  await field('Headline').fill('I make barrels')
  await openTab('About')
  await field('Goals').fill('A second workshop')
  await page.getByRole('button', { name: 'Add link' }).click()
  await field('Link 1').fill('example.com/barrels')
  await openTab('Asks and offers')
  await page.getByRole('button', { name: 'Add ask' }).click()
  await expect.poll(() => isFocused(field('Ask 1'))).toBe(true)
  await field('Ask 1').fill('A warehouse near Porto')
  await openTab('Contact')
  await field('City').fill('Porto')
  await field('Country').selectOption({ label: 'Portugal' })
  await page.getByText('Shown as: Porto, Portugal').waitFor()
  await openTab('Visibility')
  await page.getByLabel('Who can see your profile').selectOption({ label: 'Connections' })
  await page.getByLabel('Company').selectOption({ label: 'Members' })
  await page.getByLabel('Let search engines show my profile').check()
  await expectAccessibleOnPhone(page)
  await save()
  await saved()

  await shown('José Núñez')
  const main = await page.getByRole('main').innerText()
  for (const text of ['I make barrels', 'A second workshop', 'A warehouse near Porto', 'Porto, Portugal'])
    expect(main).toContain(text)
  expect(main).toContain('Expires')
  expect(await page.getByRole('link', { name: 'example.com/barrels' }).getAttribute('rel')).toContain('ugc')
  const links = ['https://example.com/barrels']
  expect(await stored()).toMatchObject({
    version: 2,
    searchEngines: true,
    links,
    visibility: { goals: 'connections', company: 'members', phone: 'connections' },
  })
  await expectAccessibleOnPhone(page)
})

test('the enter key moves from entry to entry of a list', async () => {
  await openTab('About')
  await page.getByRole('button', { name: 'Add keyword' }).click()
  await expect.poll(() => isFocused(field('Keyword 1'))).toBe(true)
  await page.keyboard.type('oak')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(field('Keyword 2'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.type('beech')
  await field('Keyword 1').press('Enter')
  await expect.poll(() => isFocused(field('Keyword 2'))).toBe(true)
  expect(await field('Keyword 2').inputValue()).toBe('beech')
  expect(await page.getByRole('textbox', { name: /^Keyword/ }).count()).toBe(2)
})

test('a time zone is found by its name and by its offset, and is announced', async () => {
  await showScreen(page, settingsPath('availability'))
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('lis')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).waitFor()
  expect(await zone.getAttribute('aria-expanded')).toBe('true')
  await expectAccessibleOnPhone(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => zone.inputValue()).toBe('Europe/Lisbon')

  await zone.fill('+5:45')
  await page.getByRole('option', { name: /Kathmandu|Katmandu/ }).click()
  await expect.poll(() => zone.inputValue()).toMatch(/Asia\/Kat/)

  await zone.fill('atlantis')
  await page.getByText('No matches. Try a nearby city').first().waitFor()
  await page.keyboard.press('Escape')
  const saveZone = page.getByRole('button', { name: 'Save time zone' })
  await saveZone.focus()
  await expect.poll(() => zone.inputValue()).toMatch(/Asia\/Kat/)
  await saveZone.click()
  await page.getByText('Add your name to your profile first.').waitFor()
  const own = await stored()
  await call(page, 'PUT', '/api/me', { ...editOf(own), displayName: 'Ada' }, own.version)
  await saveZone.click()
  // The button has another name while it is saving, and disappears afterwards.
  await expect
    .poll(stored)
    .toMatchObject({ displayName: 'Ada', timeZone: expect.stringMatching(/^Asia\/Kat/) })
})

test('the first invalid field is opened and focused from any tab, and no input is lost', async () => {
  await openTab('Contact')
  await field('Phone').fill('not a number')
  await save()
  await expect.poll(() => isFocused(field('Name'))).toBe(true)
  await field('Name').fill('Ada')
  await openTab('About')
  await save()
  await expect.poll(() => isFocused(field('Phone'))).toBe(true)
  expect(await field('Phone').inputValue()).toBe('not a number')
  await expectAccessibleOnPhone(page)
  await openTab('About')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('button', { name: 'Add link' }).click()
  await field('Link 2').fill('http://example.com')
  await save()
  // The empty entry was removed.
  await expect.poll(() => isFocused(field('Link 1'))).toBe(true)
  expect(await field('Link 1').inputValue()).toBe('http://example.com')
  await page.getByText('Also check “Contact”.').waitFor()
})

test('the dashboard’s profile step leads to the field', async () => {
  await page.goto(`${product.origin}/profile#goals`)
  await expect.poll(() => isFocused(field('Goals'))).toBe(true)
})

test('two quick presses save once, with a name in any script', async () => {
  const name = 'עדה לאבלייס 👩🏽‍🚀'
  await field('Name').fill(name)
  await page.getByRole('button', { name: 'Save profile' }).dblclick()
  await saved()
  await shown(name)
  expect(await stored()).toMatchObject({ displayName: name, version: 2 })
  await expectAccessibleOnPhone(page)
})

test('an unsaved change survives a reload and a visit to another screen, is announced, and can be discarded and restored', async () => {
  await field('Name').fill('Grace Hopper')
  await page.reload()
  await page.getByText('We restored your unsaved changes').waitFor()
  expect(await field('Name').inputValue()).toBe('Grace Hopper')
  await expectAccessibleOnPhone(page)

  await page.getByRole('link', { name: 'View profile' }).click()
  await page.getByText('You have unsaved changes').waitFor()
  await page.getByRole('link', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await field('Name').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await field('Name').inputValue()).toBe('Grace Hopper')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await field('Name').waitFor()
  expect(await field('Name').inputValue()).toBe('')
  expect(await page.getByText('We restored your unsaved changes').count()).toBe(0)
})

test('the later of two windows that edit at once keeps both changes, or chooses, even after a reload', async () => {
  await field('Name').fill('Ada')
  await save()
  await saved()
  const other = await product.newBrowser()
  await openSignedIn(other, product.origin, person, '/profile?edit=you')
  await field('Name', other).waitFor()
  // The message of an earlier save may still be visible.
  const shownAgain = (on = page) => on.getByRole('link', { name: 'Edit profile' }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'This profile was changed elsewhere' })

  await showScreen(page, '/profile?edit=you')
  await field('Headline', other).fill('From the laptop')
  await save(other)
  await shownAgain(other)
  await field('Company').fill('From the phone')
  await save()
  await shownAgain()
  expect(await stored()).toMatchObject({ headline: 'From the laptop', company: 'From the phone' })

  await Promise.all([other, page].map((on) => on.goto(`${product.origin}/profile?edit=you`)))
  await field('Headline', other).fill('Laptop again')
  await field('Company', other).fill('Laptop & Co')
  await save(other)
  await shownAgain(other)
  await field('Headline').fill('Phone again')
  await field('Company').fill('Phone & Co')
  await save()
  await dialog.getByText('Laptop & Co').waitFor()
  expect((await stored()).headline).toBe('Laptop again')
  await expectAccessibleInEveryViewport(page)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await field('Headline').inputValue()).toBe('Phone again')

  await page.reload()
  await save()
  await dialog.getByText('Laptop again').waitFor()
  await dialog.getByRole('radiogroup', { name: 'Company' }).getByLabel('Use the other version').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await shownAgain()
  expect(await stored()).toMatchObject({ headline: 'Phone again', company: 'Laptop & Co' })
})
