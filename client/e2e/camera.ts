import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { encodeQR } from 'qr'

const WIDTH = 640
const HEIGHT = 480
/** Pixels of one module of a code. */
const SCALE = 8
const FRAMES_PER_SECOND = 5
const WALL = 150

/** A Chromium whose camera may be used and plays what `show` wrote last, from when it is started, again and again. */
export function fakeCamera() {
  const file = join(tmpdir(), `camera-${process.pid}.y4m`)
  return {
    browserArguments: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    /** @param scenes the text of the code in each, empty for none; a second long, and two before it starts again */
    show: (...scenes: string[]) => writeFile(file, video([...scenes, ''])),
  }
}

/** As where someone has said no to it: without a person to ask, browsers answer the same by a page's own policy. */
export const refuseCamera = (page: Page) =>
  page.route('**/event/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
  })

/** YUV4MPEG2: a line of text, then each frame as its bytes of light and of the two colours. */
function video(scenes: readonly string[]) {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const frames = scenes.flatMap((text) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), picture(text), colours])
    return Array.from({ length: FRAMES_PER_SECOND }, () => frame)
  })
  return Buffer.concat([head, ...frames])
}

/** The code on a phone that is held before a grey wall. */
function picture(text: string) {
  const light = Buffer.alloc(WIDTH * HEIGHT, WALL)
  if (!text) return light
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  const left = Math.floor((WIDTH - rows.length * SCALE) / 2)
  const top = Math.floor((HEIGHT - rows.length * SCALE) / 2)
  rows.forEach((row, y) =>
    row.forEach((dark, x) => {
      for (let line = 0; line < SCALE; line += 1) {
        const from = (top + y * SCALE + line) * WIDTH + left + x * SCALE
        light.fill(dark ? 16 : 235, from, from + SCALE)
      }
    }),
  )
  return light
}
