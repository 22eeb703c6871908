import * as m from '#shared/lib/messages.ts'
import { PictureError } from './picture-error.ts'

const TYPE = 'image/webp'

/**
 * @param quality from 0 to 1
 * @throws PictureError
 */
export async function encodeWebp(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const written = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, quality))
  // Browsers without a WebP encoder, such as Safari, return a PNG.
  return written?.type === TYPE ? written : encodeInWorker(canvas, quality)
}

let encoder: Worker | undefined

/** The worker has its own encoder: 100 KB that only browsers without one download. */
function encodeInWorker(canvas: HTMLCanvasElement, quality: number) {
  const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  encoder ??= new Worker(new URL('./webp.wasm-worker.ts', import.meta.url), { type: 'module' })
  const { port1: answers, port2: port } = new MessageChannel()
  return new Promise<Blob>((resolve, reject) => {
    const fail = (cause: unknown) => {
      encoder?.terminate()
      encoder = undefined
      reject(new PictureError(m.pictureNotProcessed(), { cause }))
    }
    encoder?.addEventListener('error', fail, { once: true })
    answers.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | undefined>) => {
      answers.close()
      encoder?.removeEventListener('error', fail)
      if (data) resolve(new Blob([data], { type: TYPE }))
      else fail(new Error('not encoded'))
    })
    answers.start()
    encoder?.postMessage({ image, quality, port }, [port])
  })
}
