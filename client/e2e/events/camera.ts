import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { encodeQR } from 'qr'

const WIDTH = 640
const HEIGHT = 480
/** Pixels per module of a code. */
const SCALE = 8
const FRAMES_PER_SECOND = 5
const WALL = 150

/** A camera for Chromium that needs no permission and loops the video of the last `show`. */
export function fakeCamera() {
  const file = join(tmpdir(), `camera-${process.pid}.y4m`)
  return {
    browserArguments: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    /**
     * @param scenes the code in each scene, or an empty string. Each scene lasts a second; the video ends with an
     * empty one.
     */
    show: (...scenes: string[]) => writeFile(file, video([...scenes, ''])),
  }
}

/** Headless browsers cannot ask for permission; a permissions policy makes them answer like a refusal. */
export const denyCamera = (page: Page) =>
  page.route('**/event/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
  })

/** YUV4MPEG2: a header line, then each frame as its luma and chroma bytes. */
function video(scenes: readonly string[]) {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const frames = scenes.flatMap((text) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), picture(text), colours])
    return Array.from({ length: FRAMES_PER_SECOND }, () => frame)
  })
  return Buffer.concat([head, ...frames])
}

/** The luma of a code on a phone in front of a grey wall. */
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
