import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'

import { isNote, type Texts } from '#shared/lib/language/catalogue.ts'
import type { Piece } from '#shared/lib/language/format.ts'
import { parse } from '#shared/lib/language/parse.ts'
import { paths } from '#shared/lib/paths.ts'
import { startMailServer } from '#server/tools/mail-server.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { newestLink } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const product = runProduct({
  ownServer: true,
  env: { LANGUAGES: 'de,en', SMTP_URL: mail.url, MAIL_FROM: 'hello@guildhall.test' },
})

const GERMAN = { locale: 'de-DE', reducedMotion: 'reduce' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a newcomer follows a link to an event, signs up and RSVPs in German, up to the email and the calendar entry', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, {
    title: 'Abendessen an der Mühle',
    visibility: 'public',
    format: 'hybrid',
    joinUrl: 'https://meet.example.org/muehle',
    questions: [
      {
        id: randomUUID(),
        kind: 'oneChoice',
        label: 'Was isst du?',
        required: true,
        options: ['Alles', 'Vegan'],
      },
    ],
  })
  const page = await product.newBrowser({ ...GERMAN, viewport: { width: 390, height: 844 }, hasTouch: true })
  const email = `${randomUUID()}@people.test`
  await page.goto(product.origin + paths.event(event))
  await title(page, 'Erstelle dein Konto').waitFor()
  await button(page, 'Konto erstellen').tap()
  await page.getByText('Gib deine E-Mail-Adresse ein').first().waitFor()
  await expectGerman(page)
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill('a long enough password')
  const verification = page.waitForRequest(/:sendOobCode/)
  await button(page, 'Konto erstellen').tap()
  // The provider sends this email, in the language that the request asks for.
  expect((await verification).headers()['x-firebase-locale']).toBe('de')

  await title(page, 'Bestätige deine E-Mail-Adresse').waitFor()
  await expectGerman(page)
  const inbox = await page.context().newPage()
  await inbox.goto(await newestLink(product.emulator, product.origin, email))
  await button(inbox, 'Adresse bestätigen').waitFor()
  await expectGerman(inbox)
  await button(inbox, 'Adresse bestätigen').click()
  await title(inbox, 'E-Mail-Adresse bestätigt').waitFor()
  await expectGerman(inbox)
  await inbox.close()

  await title(page, 'Dein Name').waitFor()
  await expectGerman(page)
  await page.getByLabel('Name', { exact: true }).fill('Nina Neu')
  await button(page, 'Weiter zum Event').tap()
  await title(page, 'Abendessen an der Mühle').waitFor()
  await expectGerman(page)
  await button(page, 'Dabei').tap()
  const dialog = page.getByRole('dialog', { name: 'Fragen der Hosts' })
  await button(page, 'Antwort senden').tap()
  await dialog.getByText('Wähle eine Antwort.', { exact: true }).last().waitFor()
  await expectGerman(page)
  await dialog.getByLabel('Was isst du?').selectOption('Vegan')
  await button(page, 'Antwort senden').tap()
  await page.getByText('Du bist dabei.').waitFor()
  await expectGerman(page)

  const received = () => mail.received().filter(({ to }) => to === email)
  await expect
    .poll(() => received().map(({ parsed }) => parsed.subject), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^Du bist dabei: Abendessen an der Mühle, /)])
  const { text = '', html, headers, attachments } = received()[0]!.parsed
  expect(headers.get('content-language')).toBe('de')
  expect(html).toContain('<html lang="de"')
  await page.setContent(String(html))
  for (const shown of [text, await page.locator('body').innerText()]) {
    expect(shown).toMatch(/Wann[^]*Wo[^]*The workshop/)
    expect(englishIn(shown.split('\n'))).toEqual([])
  }
  const calendar = String(attachments[0]?.content).replaceAll('\r\n ', '')
  expect(calendar).toMatch(/SUMMARY:Abendessen an der Mühle[^]*DESCRIPTION:[^]*Online teilnehmen: https:/)
})

test('an organiser creates and publishes an event, and gets its roster, file and printed list in German', async () => {
  const page = await newOrganiser(product, product.admins[1])
  await page.setExtraHTTPHeaders({ 'accept-language': 'de' })
  await page.goto(`${product.origin}${paths.events}?create=1`)
  await title(page, 'Event erstellen').waitFor()
  await button(page, 'Entwurf erstellen').click()
  await page.getByText('Gib einen Titel ein', { exact: false }).first().waitFor()
  await expectGerman(page)
  await page.getByLabel('Titel', { exact: true }).fill('Frühstück')
  await page.getByLabel('Beginn: Datum').fill('2030-07-04')
  await page.getByLabel('Beginn: Uhrzeit').fill('08:00')
  await page.getByLabel('Ende: Datum').fill('2030-07-04')
  await page.getByLabel('Ende: Uhrzeit').fill('09:00')
  await page.getByLabel('Name des Ortes').fill('Die Werkstatt')
  await button(page, 'Entwurf erstellen').click()
  await page.getByText('Nur die Veranstalter:innen können diesen Entwurf sehen.').waitFor()
  await expectGerman(page)
  await button(page, 'Verwalten').click()
  await expectGerman(page)
  await button(page, 'Veröffentlichen …').first().click()
  await page.getByRole('dialog', { name: 'Dieses Event veröffentlichen?' }).waitFor()
  await expectGerman(page)
  await button(page, 'Veröffentlichen').click()
  await page.getByText('Event veröffentlicht.').waitFor()

  const event = new URL(page.url()).pathname.split('/').at(-1)!
  const ada = await newMember(product, 'Ada Öztürk')
  await rsvp(ada.page, event, 'going')
  await page.goto(`${product.origin}${paths.event(event)}?manage=roster`)
  await title(page, 'Gästeliste').waitFor()
  await page.getByText('Ada Öztürk').first().waitFor()
  await expectGerman(page)
  const started = page.waitForEvent('download')
  await page.getByText('CSV herunterladen').click()
  const file = await readFile(await (await started).path(), 'utf8')
  expect(file.split('\r\n')[0]).toMatch(/Name[;,]Unternehmen[;,]Antwort[;,]Gäste[;,]/)
  expect(file).toMatch(/Ada Öztürk.*Dabei/)
  await page.getByText('Druck', { exact: true }).click()
  await page.getByRole('region', { name: 'Vorschau der ersten Seite' }).getByText('Ada Öztürk').waitFor()
  await expectGerman(page)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.locator('body').innerText()
  expect(printed).toMatch(/Ada Öztürk/)
  expect(englishIn(printed.split('\n'))).toEqual([])
})

test('the search finds settings and industries by their German names', async () => {
  const { page } = await newMember(product, 'Ada Öztürk', {}, GERMAN)
  await newMember(product, 'Ben Osei', { industry: 'Consulting' })
  await page.goto(`${product.origin}${paths.events}`)
  await title(page, 'Events').waitFor()
  const search = page.getByRole('dialog').getByRole('combobox')
  const option = page.getByRole('option')
  await page.keyboard.press('Control+k')
  await search.fill('sprach')
  await option.filter({ hasText: 'Sprache · Einstellungen' }).waitFor()
  await search.fill('beratung')
  await option.filter({ hasText: 'Ben Osei' }).getByText('Beratung').waitFor()
  await expectGerman(page)
  await page.goto(`${product.origin}${paths.connectionsTab('directory')}&q=beratung`)
  await page.getByRole('link', { name: 'Ben Osei' }).waitFor()
  await expectGerman(page)
})

test('the page of prestige has German numbers and percentages', async () => {
  const page = await product.newBrowser(GERMAN)
  await page.goto(product.origin + paths.prestige('guildhall'))
  await page.getByText('100\u00a0%', { exact: true }).waitFor()
  await page.getByRole('cell', { name: '2,5', exact: true }).first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/\d%|\d\.\d(?!\d\d)/)
})

async function expectGerman(page: Page) {
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  expect(englishIn(await page.evaluate(textsInPage))).toEqual([])
}

/** Runs in the page. @returns the texts and labels on it */
function textsInPage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = [document.title]
  while (walker.nextNode()) found.push((walker.currentNode as Text).data)
  const names = ['aria-label', 'title', 'placeholder', 'alt']
  for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
    found.push(...names.map((name) => element.getAttribute(name) ?? ''))
  return found
}

/** Texts of the English catalogues that no German text equals. */
const english = new Set(plainTexts('en')).difference(new Set(plainTexts('de')))
const englishIn = (texts: readonly string[]) => texts.filter((text) => english.has(text.trim()))

function plainTexts(language: string) {
  return globSync(`shared/*/messages/${language}.json`).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Texts).flatMap(([name, text]) =>
      isNote(name) ? [] : plainIn(parse(text)),
    ),
  )
}

/** The whole text, or forms and contents of tags, if they have no values. */
function plainIn(pieces: readonly Piece[]): string[] {
  if (pieces.length === 1 && typeof pieces[0] === 'string') return [pieces[0].trim()]
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string' || typeof piece[1] !== 'object') return []
    return (Array.isArray(piece[1]) ? [piece[1] as Piece[]] : Object.values(piece[1])).flatMap(plainIn)
  })
}

test('the landing page with text at 200% is not wider than a small phone', async () => {
  const page = await product.newBrowser({ ...GERMAN, viewport: { width: 320, height: 640 } })
  await page.goto('/')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
