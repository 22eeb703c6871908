import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PAGE = '<!doctype html><script type="application/json" id="settings">{}</script>'
const FILES = { 'index.html': PAGE, 'landing.html': PAGE, 'manifest.webmanifest': '{}' }

/** The least that the server takes for a built client. @returns its folder, for the caller to remove */
export async function writeBareClient() {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  return folder
}
