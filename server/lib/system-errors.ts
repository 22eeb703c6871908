/** Endings of a sentence that begins with the path. */
const OF_PATH: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'leads through a file, not a folder',
  // Thrown by mkdir when a file is in the folder's place.
  EEXIST: 'is not a folder',
  EACCES: 'cannot be opened by this user',
  EPERM: 'cannot be changed by this user',
  EROFS: 'is on a disk that cannot be written',
}
/** Sentences without a path: the error of a copy names the file that is read. */
const OF_DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'This user has no space left on the disk',
}

/**
 * An error of the operating system, as a sentence without its full stop. Undefined for any other error.
 * @param path of the file, which errors of reads and writes do not name
 */
export function describeSystemError(error: unknown, path?: string): string | undefined {
  const { code = '', syscall, path: named = path, message } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  const reason = OF_PATH[code]
  if (named !== undefined && reason !== undefined) return `${named} ${reason}`
  return OF_DISK[code] ?? message
}
