import encode from '@jsquash/webp/encode.js'

interface Order {
  image: ImageData
  /** From 0 to 1. */
  quality: number
  /** Gets the file, or nothing where it fails. */
  port: MessagePort
}

addEventListener('message', async ({ data: { image, quality, port } }: MessageEvent<Order>) => {
  const file = await encode(image, { quality: quality * 100 }).catch(() => undefined)
  port.postMessage(file)
})
