import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const PAGE = `<!doctype html><html><head>
<title>%PRODUCT_NAME%</title>
<meta name="description" content="%PRODUCT_NAME%" />
<script type="application/json" id="settings">{}</script>
</head><body><div id="root"></div></body></html>`

/** The same markup that the build writes (`client/app/prerender.tsx`). */
const SECTION = `<section class="s" data-public-events="true"><h2>Upcoming events</h2><ol><li class="item">
<time dateTime="__event-startsAt__">__event-when__</time>
<h3><a href="/event/__event-id__">__event-title__</a></h3><p>__event-summary__</p>
<p><span>__event-place__</span><span>__event-seats__</span></p><img src="/images/__event-cover__" alt=""/>
</li></ol><p data-event-feeds="true"><a href="webcal://__feed-host__/events.ics">calendar</a></p></section>`
export const LANDING = PAGE.replace('</div>', `${SECTION}<section>About us</section></div>`)
const FILES = {
  'index.html': PAGE,
  'landing.html': LANDING,
  'manifest.webmanifest': '{}',
  'sw.js': '',
  'offline.html': '',
  'offline.js': '',
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
