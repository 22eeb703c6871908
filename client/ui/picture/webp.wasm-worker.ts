import encode from '@jsquash/webp/encode.js'

interface Job {
  image: ImageData
  /** Quality from 0 to 1. */
  quality: number
  /** Receives the file, or undefined if encoding fails. */
  port: MessagePort
}

addEventListener('message', async ({ data: { image, quality, port } }: MessageEvent<Job>) => {
  const file = await encode(image, { quality: quality * 100 }).catch(() => undefined)
  port.postMessage(file)
})
