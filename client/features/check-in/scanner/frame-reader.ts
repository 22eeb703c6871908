import { decodeQR } from 'qr/decode.js'

/** Pixels of the longer side: a code at arm's length is read, and a frame costs about 8 ms of a laptop's time. */
const LONGEST = 640

/** Reads the code in the picture that a video shows; undefined while there is none. */
export function createFrameReader(video: HTMLVideoElement) {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

  return (): string | undefined => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight))
    const width = Math.round(videoWidth * scale)
    const height = Math.round(videoHeight * scale)
    const { canvas } = context
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      // Thrown for every picture without a readable code in it.
      return undefined
    }
  }
}
