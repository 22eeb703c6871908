import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { IMAGE_KINDS } from '#shared/lib/image-rules.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { newPerson } from '#client/e2e/people.ts'
import { CAPTION, inspect, noise, twoColours, withMetadata } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  // The pointer would miss a frame that is still moving.
  page = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/profile?edit=you')
  await button('Choose photo').waitFor()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Crop photo' })
const frame = () => page.getByRole('application', { name: 'Crop area' })
const zoom = () => page.getByRole('slider', { name: 'Zoom' })

async function choose(buffer: Buffer, name = 'me.jpg', mimeType = 'image/jpeg') {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

/** Saves the photo and returns the bytes that the page sent, which Playwright cannot read from the request. */
async function savePhoto() {
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = (url, options) => {
      if (options?.body instanceof Blob) Object.assign(window, { sent: options.body })
      return send(url, options)
    }
  })
  await button('Save photo').click()
  await dialog().waitFor({ state: 'detached' })
  const base64 = await page.evaluate(async () => {
    const { sent } = window as unknown as { sent: Blob }
    return new Uint8Array(await sent.arrayBuffer()).toBase64()
  })
  return Buffer.from(base64, 'base64')
}

const stored = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body

test('a photo is cropped with the keyboard, saved, shown and removed', async () => {
  const chooser = page.waitForEvent('filechooser')
  await button('Choose photo').press('Enter')
  const buffer = await twoColours(page, { width: 1600, height: 800 })
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await frame().and(page.locator(':focus')).waitFor()
  await expectAccessibleInEveryViewport(page)
  // Moves from the middle to the right end, which is only blue.
  for (let press = 0; press < 5; press++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('+')
  await expect.poll(() => zoom().getAttribute('aria-valuetext')).toBe('115%')
  const picture = await savePhoto()
  await button('Change photo').and(page.locator(':focus')).waitFor()
  expect(
    await inspect(page, picture, [
      [0.02, 0.5],
      [0.98, 0.5],
    ]),
  ).toEqual({ width: 512, height: 512, colours: ['blue', 'blue'] })

  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await button('Save profile').click()
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
  const { photo } = await stored()
  expect(photo).toMatch(/^[0-9a-f]{64}$/)
  const shown = page.getByRole('main').locator(`img[src="/images/${photo}"]`)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await button('Remove photo').click()
  await button('Choose photo').and(page.locator(':focus')).waitFor()
  await button('Save profile').click()
  await page.getByRole('link', { name: 'Edit profile' }).waitFor()
  expect((await stored()).photo).toBe('')
})

test('the initials are shown instead of a photo that does not load', async () => {
  await choose(await twoColours(page, { width: 400, height: 400 }))
  await savePhoto()
  await button('Change photo').waitFor()
  await page.route('**/images/*', (route) => route.abort())
  await page.goto(`${product.origin}/profile`)
  await page.locator('main [data-initials]').first().waitFor()
  expect(await page.locator('main img[src*="/images/"]').count()).toBe(0)
})

test('a photo is saved at once, while other changes stay unsaved', async () => {
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await button('Save profile').click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Headline').fill('Typed meanwhile')
  await choose(await twoColours(page, { width: 90, height: 60 }))
  await savePhoto()
  await waitForToast(page, 'Photo saved.')
  expect(await stored()).toMatchObject({
    displayName: 'Ada',
    headline: '',
    photo: expect.stringMatching(/./),
  })
  await button('Save profile').click()
  await page.getByRole('link', { name: 'Edit profile' }).waitFor()
  expect(await stored()).toMatchObject({ headline: 'Typed meanwhile', photo: expect.stringMatching(/./) })
})

test('a photo is cropped with the pointer, the wheel and the slider', async () => {
  await choose(await twoColours(page, { width: 1600, height: 800 }))
  const box = await frame().boundingBox()
  if (!box) throw new Error('The frame has no box')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + box.width, y, { steps: 5 })
  await page.mouse.up()
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -200)
  await expect.poll(() => zoom().inputValue().then(Number)).toBeGreaterThan(100)
  await zoom().fill('200')
  const picture = await savePhoto()
  expect(
    (
      await inspect(page, picture, [
        [0.02, 0.5],
        [0.98, 0.5],
      ])
    ).colours,
  ).toEqual(['red', 'red'])
})

test('a photo rotated by its metadata is upright, and no metadata leaves the browser', async () => {
  const turned = withMetadata(await twoColours(page, { width: 800, height: 800 }), 6)
  expect(turned.includes(CAPTION)).toBe(true)
  await choose(turned)
  const picture = await savePhoto()
  expect(
    (
      await inspect(page, picture, [
        [0.5, 0.1],
        [0.5, 0.9],
      ])
    ).colours,
  ).toEqual(['red', 'blue'])
  expect(picture.subarray(8, 12).toString()).toBe('WEBP')
  for (const trace of [CAPTION, 'EXIF', 'Exif', 'XMP']) expect(picture.includes(trace)).toBe(false)
})

test('a file that isn’t a picture, is too large or has too many pixels is rejected with a message', async () => {
  const input = page.locator('input[type=file]')
  const expectRejected = async (words: string) => {
    await page.getByText(words).waitFor()
    expect(await button('Choose photo').getAttribute('aria-invalid')).toBe('true')
  }
  await choose(Buffer.from('Not a picture.'))
  await expectRejected('This file can’t be opened.')
  await expectAccessibleOnPhone(page)

  // Uploaded from the disk: as bytes it would pass through two processes as text.
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const large = join(folder, 'large.jpg')
  await writeFile(large, Buffer.alloc(26 * 1024 * 1024))
  await input.setInputFiles(large)
  await expectRejected('Choose an image smaller than 25 MB.')

  await choose(hugePng())
  await expectRejected('Choose an image of at most 50 megapixels.')

  await choose(await twoColours(page, { width: 90, height: 60 }))
  await dialog().waitFor()
  expect(await button('Choose photo').getAttribute('aria-invalid')).not.toBe('true')
})

describe('a browser without a WebP encoder', () => {
  beforeEach(() =>
    page.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.toBlob = function (done) {
        toBlob.call(this, done, 'image/png')
      }
    }),
  )

  test('a browser without a WebP encoder downloads one, which makes even a noisy picture fit', async () => {
    await choose(await noise(page, 900), 'noise.png', 'image/png')
    const picture = await savePhoto()
    expect(picture.subarray(8, 12).toString()).toBe('WEBP')
    expect(picture.length).toBeLessThanOrEqual(IMAGE_KINDS.photo.bytes)
    await button('Change photo').waitFor()
  })

  test('an error is shown when the download of the encoder fails, and another attempt works', async () => {
    await choose(await twoColours(page, { width: 90, height: 60 }))
    await page.route('**/*.wasm', (route) => route.abort())
    await button('Save photo').click()
    expect(await page.getByRole('alert').innerText()).toContain('This image couldn’t be processed.')
    await page.unroute('**/*.wasm')
    const { width, height } = await inspect(page, await savePhoto(), [])
    expect([width, height]).toEqual([60, 60])
  })
})

test('the crop stays while the server cannot be reached, and can be sent again', async () => {
  await choose(await twoColours(page, { width: 400, height: 400 }))
  await page.route('**/api/images*', (route) => route.abort())
  await button('Save photo').click()
  expect(await page.getByRole('alert').innerText()).toContain('Can’t reach the server.')
  await page.unroute('**/api/images*')
  await savePhoto()
  await button('Change photo').waitFor()
})

/** Only a header; a browser would allocate all of it before it finds the rest missing. */
function hugePng() {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(30_000, 0)
  size.writeUInt32BE(30_000, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    size,
    Buffer.from([8, 2, 0, 0, 0]),
  ])
}
