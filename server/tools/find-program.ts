import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders of administrators' and Homebrew's programs, which PATH may lack. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The first of `names` (or of `places`, full paths) that is a program on this machine. */
export function findProgram(names: readonly string[], places: readonly string[] = []): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...MORE_FOLDERS]
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...places].find(isProgram)
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
