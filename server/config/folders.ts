import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** A folder of the configuration as this process finds it. */
export interface Folder {
  exists: boolean
  /** `dev` of `stat` for its disk, or for the disk on which it would be created. */
  device: number | undefined
  /** The reason why this user cannot write or create it, as the end of a sentence about it. */
  problem: string | undefined
}

/** Creates nothing: for a missing folder, the nearest existing parent shows whether it can be created. */
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
    // A path below a file does not exist either. Any other error, such as a folder that this user may not
    // search, means that it exists.
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  )
  return missing ? nearestThatExists(dirname(path)) : path
}

const isAllowed = (check: Promise<void>) =>
  check.then(
    () => true,
    () => false,
  )
