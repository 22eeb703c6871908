import { parentPort } from 'node:worker_threads'

import { Renderer } from '@takumi-rs/wasm/node'

import { SMALL_PHOTO } from '#shared/lib/image-rules.ts'

import {
  cardDrawing,
  COVER_SOURCE,
  coverDrawing,
  photoDrawing,
  PREVIEW_SIZE,
  type PreviewCard,
} from './drawing.ts'
import { drawableText, loadFonts } from './fonts.ts'

/** A preview image, or the small size of a photo. Pictures are WebP files. */
export type Work = { card: PreviewCard; cover?: Uint8Array | undefined } | { photo: Uint8Array }
type Job = Work & { id: number }

/** Without `file` the drawing failed. */
export interface Answer {
  id: number
  /** JPEG. */
  file?: Uint8Array
}

const renderer = new Renderer()
const fonts = loadFonts()
for (const font of fonts) await renderer.registerFont(font)
const output = { ...PREVIEW_SIZE, format: 'jpeg', quality: 86 } as const
const smallPhoto = { ...output, width: SMALL_PHOTO, height: SMALL_PHOTO } as const

parentPort!.on('message', ({ id, ...work }: Job) => {
  void draw(work).then(
    (file) => answer({ id, file }),
    () => answer({ id }),
  )
})

const draw = (work: Work) =>
  'photo' in work
    ? renderer.render(photoDrawing, { ...smallPhoto, images: sourceOf(work.photo) })
    : drawPreview(work.card, work.cover)

const sourceOf = (data: Uint8Array) => [{ src: COVER_SOURCE, data, cache: 'none' as const }]

async function drawPreview(card: PreviewCard, cover: Uint8Array | undefined) {
  if (cover) {
    const images = sourceOf(cover)
    // Pixels are never decoded when a cover is stored, so they may be broken.
    const file = await renderer.render(coverDrawing, { ...output, images }).catch(() => undefined)
    if (file) return file
  }
  const { title, host, place, when, ...rest } = card
  const texts = { title: drawable(title), host: drawable(host), place: drawable(place), when: drawable(when) }
  return renderer.render(cardDrawing({ ...rest, ...texts }), output)
}

const drawable = (text: string) => drawableText(text, fonts)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const answer = (message: Answer) => parentPort!.postMessage(message)
