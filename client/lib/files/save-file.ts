import { MINUTE } from '#shared/lib/durations.ts'

/** Saves a file to the person's downloads. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later: some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE)
}
