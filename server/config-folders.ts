import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** A folder of the configuration as this process finds it. */
export interface Folder {
  exists: boolean
  /** Of the disk that it is on, or would be on: `dev` of `stat`. */
  device: number | undefined
  /** Why this user cannot write it, or create it: the end of a sentence about it. */
  problem: string | undefined
}

/** Creates nothing: of a folder that does not exist, the nearest parent that does shows whether it can be created. */
export async function findFolder(path: string): Promise<Folder> {
  const wanted = resolve(path)
  const nearest = await nearestThatExists(wanted)
  const exists = nearest === wanted
  const found = await stat(nearest).catch(() => undefined)
  const isWritable = await isAllowed(access(nearest, constants.W_OK | constants.X_OK))
  const problem = () => {
    if (!found) return exists ? 'cannot be reached' : `cannot be created: ${nearest} cannot be reached`
    if (!found.isDirectory())
      return exists ? 'is not a folder' : `cannot be created: ${nearest} is not a folder`
    if (!isWritable)
      return exists ? 'cannot be written by this user' : `cannot be created by this user in ${nearest}`
    return undefined
  }
  return { exists, device: found?.dev, problem: problem() }
}

async function nearestThatExists(path: string): Promise<string> {
  const missing = await lstat(path).then(
    () => false,
    // Under a file there is nothing either. What else fails, such as a folder that this user may not search, exists.
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  )
  return missing ? nearestThatExists(dirname(path)) : path
}

const isAllowed = (check: Promise<void>) =>
  check.then(
    () => true,
    () => false,
  )
