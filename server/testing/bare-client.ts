import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const PAGE = '<!doctype html><script type="application/json" id="settings">{}</script>'
const FILES = { 'index.html': PAGE, 'landing.html': PAGE, 'manifest.webmanifest': '{}' }

/**
 * The least that the server takes for a built client, and more or other files by name.
 * @returns its folder, for the caller to remove
 */
export async function writeBareClient(files: Readonly<Record<string, string | Buffer>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  for (const [name, content] of Object.entries({ ...FILES, ...files })) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}
