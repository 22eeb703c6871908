/** Something the user can fix. Shown as one sentence, without a stack. */
export class DemoError extends Error {
  override name = 'DemoError'
}

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|SQLITE_FULL|database or disk is full/, 'The disk is full. Free some space and try again.'],
  // Node reports ENOENT for a folder that cannot be created on a read-only disk.
  [/EROFS|EACCES|EPERM|ENOENT.*mkdir/, 'The data folder is not writable. Set DATA_DIR to a folder that is.'],
]

export function describeError(error: unknown): string {
  if (error instanceof DemoError) return error.message
  const chain: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) chain.push(cause.message)
  const [, sentence] = SENTENCES.find(([pattern]) => pattern.test(chain.join('\n'))) ?? []
  return sentence ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}
