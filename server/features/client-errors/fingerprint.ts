import { hash } from 'node:crypto'

/** Raised whenever the rule below changes, since every group then starts over. */
export const FINGERPRINT_VERSION = 1

const OWN_FRAMES = 5
const LONGEST_MESSAGE = 200

interface Evidence {
  /** `TypeError`, … */
  errorType: string
  message: string
  /** Function and source file of each frame in our own code, innermost first. */
  ownFrames: readonly string[]
}

/**
 * Equal for the same defect across releases and people: frames without line numbers, or, where no source map tells
 * frames apart, the message without what varies.
 */
export function fingerprintOf({ errorType, message, ownFrames }: Evidence): string {
  const place = ownFrames.length > 0 ? ownFrames.slice(0, OWN_FRAMES).join('\n') : normalise(message)
  return hash('sha256', `${errorType}\n${place}`).slice(0, 16)
}

const normalise = (message: string) =>
  message
    .slice(0, LONGEST_MESSAGE)
    .replace(/\w:\/\/[^\s"'`<>()]*/g, '<url>')
    .replace(/(?<![\w-])(?=[\w-]*\d)[\w-]{8,}/g, '<id>')
    .replace(/\d+/g, '<n>')
