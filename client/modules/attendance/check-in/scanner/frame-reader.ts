import { decodeQR } from 'qr/decode.js'

/** Pixels of the longer side. Enough for a code at arm's length; a frame takes about 8 ms on a laptop. */
const MAX_SIDE = 640

/** Reads the code in the current frame of a video, if there is one. */
export function createFrameReader(video: HTMLVideoElement) {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

  return (): string | undefined => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight))
    const width = Math.round(videoWidth * scale)
    const height = Math.round(videoHeight * scale)
    const { canvas } = context
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      // Thrown for every frame without a readable code.
      return undefined
    }
  }
}
