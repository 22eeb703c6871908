import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { COVER_NAMES, coverDrawing, coverFile } from '#server/demo/community/covers.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { portrait } from '#server/demo/community/portrait.ts'
import { portraitFile } from '#server/demo/community/portraits.ts'
import { DEMO_ACCOUNTS } from '#server/demo/seed/accounts.ts'
import { launchBrowser } from '#server/tools/browser.ts'

/**
 * `npm run pictures` draws the photos and covers of the sample data again, after the drawings or the members have
 * changed.
 */
const drawings = [
  ...[...DEMO_ACCOUNTS, ...SAMPLE_MEMBERS].map(({ uid }) => ({
    file: portraitFile(uid),
    svg: portrait(uid),
  })),
  ...COVER_NAMES.map((cover) => ({ file: coverFile(cover), svg: coverDrawing(cover) })),
]

const browser = await launchBrowser()
const page = await browser.newPage()
for (const { file, svg } of drawings) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, Buffer.from(await webPOf(svg), 'base64'))
}
await browser.close()

function webPOf(svg: string) {
  return page.evaluate(async (drawing) => {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85).split(',')[1] ?? ''
  }, svg)
}
