import { readFile, rename, writeFile } from 'node:fs/promises'

const accountsUrl = (origin: string, projectId: string, verb: string) =>
  `${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${verb}`
const asOwner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** Writes every account to `file`, atomically. */
export async function saveAccounts(origin: string, projectId: string, file: string) {
  const answer = await fetch(accountsUrl(origin, projectId, 'batchGet?maxResults=-1'), { headers: asOwner })
  await writeFile(`${file}.new`, await answer.text(), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Restores what `saveAccounts` wrote; passwords and signed-in browsers keep working. */
export async function loadAccounts(origin: string, projectId: string, file: string) {
  const saved = await readFile(file, 'utf8').catch(ifAbsent)
  if (!saved) return
  const post = (verb: string, body: string) =>
    fetch(accountsUrl(origin, projectId, verb), { method: 'POST', headers: asOwner, body })
  await post('batchCreate', saved)
  const { users = [] } = JSON.parse(saved) as { users?: SavedAccount[] }
  // An import ends every session of the accounts in it.
  for (const { localId, validSince, lastLoginAt } of users) {
    if (validSince) await post('update', JSON.stringify({ localId, validSince, lastLoginAt }))
  }
}

interface SavedAccount {
  localId: string
  validSince?: string
  lastLoginAt?: string
}

function ifAbsent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
