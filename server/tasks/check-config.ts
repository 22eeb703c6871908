/**
 * `npm run check-config` reports errors in the server's environment (exit code 1) and probable mistakes (exit code
 * 0), without starting anything or making any request.
 */
import { readFile } from 'node:fs/promises'

import { configAdvice, credentialsAdvice, folderProblems } from '#server/config/advice.ts'
import { findFolder } from '#server/config/folders.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { runOrExplain } from '#server/startup.ts'
import { describeSystemError } from '#server/lib/system-errors.ts'

await runOrExplain(async () => {
  const config = readConfig(process.env)
  const { imagesDir, backups } = config
  const { folder } = backups
  const folders = {
    dataDir: await findFolder(config.dataDir),
    backupDir: folder === undefined ? undefined : await findFolder(folder),
    imagesDir: imagesDir === undefined ? undefined : await findFolder(imagesDir),
    sourceMapsDir: await findFolder(config.sourceMapsDir),
  }
  const problems = [...folderProblems(config, folders)]
  if (problems.length > 0) throw new ConfigError(problems)
  const credentials = await readCredentials(process.env['GOOGLE_APPLICATION_CREDENTIALS'])
  const advice = [...configAdvice(config, process.env, folders), ...credentialsAdvice(config, credentials)]
  for (const sentence of advice) process.stdout.write(`Warning: ${sentence}\n`)
  process.stdout.write(
    advice.length === 0 ? 'The configuration is valid.\n' : 'The server starts with this configuration.\n',
  )
})

/**
 * Google's libraries read it only at sign-in, so without this check the server would start and sign-in would fail.
 */
async function readCredentials(path: string | undefined): Promise<unknown> {
  if (!path) return undefined
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = describeSystemError(error, path) ?? `${path} is not a service account file`
    throw new ConfigError([`GOOGLE_APPLICATION_CREDENTIALS: ${reason}.`])
  }
}
