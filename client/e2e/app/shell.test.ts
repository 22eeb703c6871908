import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessible } from '#client/e2e/accessibility.ts'
import { newMember, openSignedIn, startSession } from '#client/e2e/members.ts'
import { openStarted } from '#client/e2e/navigation.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const backgroundOf = () => getComputedStyle(document.documentElement).backgroundColor
const DARK = 'rgb(21, 22, 19)'
const LIGHT = 'rgb(251, 250, 247)'

declare let transitions: number

/** Runs in the page from its start. */
function countTransitions() {
  Object.assign(globalThis, { transitions: 0 })
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    transitions += 1
    return start(update)
  }
}

test('the main navigation changes screens without a view transition, and other links use one', async () => {
  const page = await product.newBrowser()
  await page.addInitScript(countTransitions)
  await openSignedIn(page, product.origin, await newPerson(product.emulator), paths.connections)
  const places = page.getByRole('navigation', { name: 'Main' })
  await places.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(await page.evaluate(() => transitions)).toBe(0)

  await page.getByRole('link', { name: 'Guildhall' }).click()
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  expect(await page.evaluate(() => transitions)).toBe(1)
})

test('a page that is opened in a scrolled tab starts at the top', async () => {
  const page = await product.newBrowser()
  await page.goto(`${product.origin}/about-us`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The rest of the page may follow its heading.
  const scroll = () =>
    page.evaluate(() => {
      scrollTo(0, 200)
      return scrollY
    })
  await expect.poll(scroll).toBe(200)
  await page.goto(`${product.origin}/guildhall-prestige`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a chosen theme applies from the first paint of the next visit, and in other tabs', async () => {
  const page = await product.newBrowser({ colorScheme: 'light' })
  await page.goto(product.origin + paths.about)
  const other = await page.context().newPage()
  await openStarted(other, product.origin + paths.about)

  await page.getByRole('button', { name: 'Switch to light' }).click()
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect.poll(() => page.evaluate(backgroundOf)).toBe(DARK)
  await expect.poll(() => other.evaluate(backgroundOf)).toBe(DARK)

  // Without the app, only the head decides the first paint.
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(backgroundOf)).toBe(DARK)

  await other.getByRole('button', { name: 'Switch to system' }).click()
  await expect.poll(() => other.evaluate(backgroundOf)).toBe(LIGHT)
})

test('the five destinations are at the bottom on a phone, and the account menu changes the theme', async () => {
  const page = await product.newBrowser({ viewport: { width: 320, height: 640 }, colorScheme: 'light' })
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  const places = page.getByRole('navigation', { name: 'Main' })
  const names = ['Dashboard', 'Events', 'Connections', 'Growth meetings', 'Profile']
  for (const name of names) await places.getByRole('link', { name, exact: true }).waitFor()
  const box = await places.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => page.evaluate(backgroundOf)).toBe(DARK)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor({ state: 'hidden' })
})

test('the app offers its installation once, from the second visit on', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  const offer = page.getByRole('button', { name: 'Install', exact: true })
  // Headless Chromium never shows its prompt.
  const open = async (visits: number) => {
    await page.evaluate((count) => {
      localStorage.setItem('visits', String(count))
      sessionStorage.removeItem('visit-counted')
    }, visits)
    await page.goto(product.origin + paths.dashboard)
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    await page.evaluate(() => {
      const question = new Event('beforeinstallprompt', { cancelable: true })
      dispatchEvent(Object.assign(question, { prompt: async () => (document.title = 'Asked') }))
    })
  }
  await open(0)
  expect(await offer.count()).toBe(0)
  await open(1)
  await offer.click()
  await expect.poll(() => page.title()).toBe('Asked')
  await open(2)
  expect(await offer.count()).toBe(0)
})

test('the path for creating a growth meeting shows its form, and the navigation leads to the list', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/create-growth-meeting')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await heading('New growth meeting').waitFor()
  await page.getByRole('button', { name: 'Propose meeting' }).waitFor()
  const places = page.getByRole('navigation', { name: 'Main' })
  const list = places.getByRole('link', { name: 'Growth meetings' })
  expect(await list.getAttribute('aria-current')).toBe('page')
  await list.click()
  await heading('Growth meetings').waitFor()
  await page.reload()
  await heading('Growth meetings').waitFor()
})

test('the content has room and the five labels do not overlap at 400% zoom, or with text of twice the size', async () => {
  const page = await product.newBrowser({ viewport: { width: 1280 / 4, height: 800 / 4 } })
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const names = await links.getByText(/\w/).filter({ visible: true }).all()
  expect(names).toHaveLength(5)
  expect(await overlaps(page, names)).toBe(false)

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.getByRole('banner').evaluate(bottomOf)).toBeLessThanOrEqual(0)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await overlaps(page, names)).toBe(false)

  await page.getByRole('button', { name: 'Your account' }).click()
  const signOut = page.getByRole('button', { name: 'Sign out on all devices' })
  // The menu is placed in the window a moment after it has opened.
  await expect
    .poll(async () => {
      await signOut.scrollIntoViewIfNeeded()
      return signOut.evaluate(bottomOf)
    })
    .toBeLessThanOrEqual(800 / 4)
})

const bottomOf = (element: Element) => element.getBoundingClientRect().bottom

/** Whether an element overlaps its neighbour. */
async function overlaps(page: Page, shown: readonly Locator[]) {
  const handles = await Promise.all(shown.map((one) => one.elementHandle()))
  return page.evaluate((elements) => {
    const boxes = elements.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element!)
      return range.getBoundingClientRect()
    })
    return boxes.some((a, at) =>
      boxes
        .slice(at + 1)
        .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
  }, handles)
}

test('an accessibility violation fails the check', async () => {
  const page = await product.newBrowser()
  await openStarted(page, product.origin + paths.about)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Not in the prerendered screen, which the app replaces when it starts.
  await page.evaluate(() => document.body.append(document.createElement('button')))
  await expect(expectAccessible(page)).rejects.toThrow('button-name')

  await page.evaluate(() => {
    const button = document.querySelector('body > button')!
    button.textContent = 'Save'
    button.setAttribute('aria-label', 'Keep')
  })
  await expect(expectAccessible(page)).rejects.toThrow('label-content-name-mismatch')
})

test('a screen that failed to load while the server was unreachable loads once it is back', async () => {
  const page = await product.newColdBrowser()
  // Otherwise the screens of the navigation are downloaded in advance.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Connections' }).click()
  const needsConnection = page.getByRole('heading', { level: 1, name: 'This screen needs a connection' })
  await needsConnection.waitFor()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await needsConnection.waitFor()
  await expectAccessible(page)
  const banner = page.getByText('Can’t reach the server.')
  await banner.waitFor()
  expect(await overlaps(page, [page.getByRole('heading', { level: 1 }), banner])).toBe(false)

  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
  await expect.poll(() => banner.count()).toBe(0)
})

/** Whether all stylesheets have loaded. The rules of others cannot be read. */
function hasStyles() {
  try {
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => sheet?.cssRules,
    )
  } catch {
    return false
  }
}

test('the app continues the members’ shell that the page begins with, whatever has the focus', async () => {
  const { page } = await newMember(product, 'Ada Lima')
  await page.goto(product.origin + paths.ownProfile)
  const profile = page.getByRole('heading', { level: 1, name: 'Ada Lima' })
  await profile.waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const events = page.getByRole('link', { name: 'Events', exact: true })
  await events.focus()
  const focused = await events.elementHandle()

  release()
  await profile.waitFor()
  expect(await focused!.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
})

test('the app continues the sign-in screen that the page begins with, and shows what was typed before', async () => {
  const page = await product.newBrowser()
  await openStarted(page, product.origin + paths.login)
  await page.getByLabel('Email').fill('ada@example.org')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const about = page.getByRole('link', { name: 'About' }).first()
  await about.focus()
  const focused = await about.elementHandle()

  release()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.org')
  expect(await focused!.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a part of a screen waits for the connection, and the screen stays meanwhile', async () => {
  const { person } = await newMember(product, 'Ada Lima')
  // Another test may have left the part in the cache of a browser that it used.
  const page = await product.newColdBrowser({ reducedMotion: 'reduce' })
  await startSession(page, product.origin, person)
  await page.goto(product.origin + paths.ownProfile)
  const profile = page.getByRole('heading', { level: 1, name: 'Ada Lima' })
  await profile.waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByText('Can’t reach the server.').waitFor()
  expect(await profile.isVisible()).toBe(true)

  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Edit profile' }).waitFor()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true)
})

test('the text of a quiet button is aligned with the text above it', async () => {
  const { page } = await newMember(product, 'Ada')
  await page.goto(product.origin + paths.dashboard)
  const dismiss = page.getByRole('button', { name: 'Dismiss the first steps' })
  await dismiss.waitFor()
  const startOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  }
  const above = page.getByText('Your email and phone are visible to your connections')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await dismiss.evaluate(startOf)).toBeCloseTo(await above.evaluate(startOf), 0)
  }
})
