import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const PAGE = `<!doctype html><html><head>
<title>%PRODUCT_NAME%</title>
<meta name="description" content="%PRODUCT_NAME%" />
<script type="application/json" id="settings">{}</script>
</head><body><div id="root"></div></body></html>`

const FILES = {
  'index.html': PAGE,
  'manifest.webmanifest': '{}',
  'sw.js': '',
  'offline.html': '',
}

/**
 * Writes the minimum that the server accepts as a built client, plus further or other files by name.
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
