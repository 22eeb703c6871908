import { mkdir, writeFile } from 'node:fs/promises'

import { NEIGHBOURS } from '#server/demo/community/neighbours.ts'
import { portrait } from '#server/demo/community/portrait.ts'
import { PORTRAITS, portraitFile } from '#server/demo/community/portraits.ts'
import { launchBrowser } from '#server/testing/browser.ts'

/** Draws the sample community's photos anew; run after a change of the drawing or of the people. */
const browser = await launchBrowser()
const page = await browser.newPage()
await mkdir(PORTRAITS, { recursive: true })
for (const { uid } of NEIGHBOURS) {
  const data = await page.evaluate(async (svg) => {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 256
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  }, portrait(uid))
  await writeFile(portraitFile(uid), Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'))
}
await browser.close()
