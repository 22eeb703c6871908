/** A line of a stack that names a position; any other text belongs to its sender. */
export interface Frame {
  /** Empty when the browser names none. */
  functionName: string
  url: string
  line: number
  column: number
}

const POSITION = /:(\d{1,7}):(\d{1,7})\)?$/
const QUALIFIERS = /^(?:async |new )+/

/** Reads one line in the format of Chromium, `at load (url:1:2)`, or of Firefox and Safari, `load@url:1:2`. */
export function readFrame(text: string): Frame | undefined {
  const position = POSITION.exec(text)
  if (!position) return undefined
  const before = text.slice(0, position.index).trimStart()
  const parts = before.startsWith('at ') ? fromChromium(before.slice(3)) : fromOthers(before)
  return parts && { ...parts, line: Number(position[1]), column: Number(position[2]) }
}

function fromChromium(text: string) {
  const open = text.lastIndexOf(' (')
  if (open < 0) return { functionName: '', url: text.replace(QUALIFIERS, '') }
  return { functionName: text.slice(0, open).replace(QUALIFIERS, ''), url: text.slice(open + 2) }
}

function fromOthers(text: string) {
  const at = text.indexOf('@')
  if (at < 0) return undefined
  return { functionName: text.slice(0, at).replace(/^async\*/, ''), url: text.slice(at + 1) }
}

/** The last part of the path, without the query. */
export function fileNameOf(url: string): string {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return path.slice(path.lastIndexOf('/') + 1)
}
