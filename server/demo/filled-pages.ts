import { randomUUID } from 'node:crypto'

import type { Plugin } from 'vite'

import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { paths } from '#shared/lib/paths.ts'
import { createAuditLog } from '#server/modules/operations/audit/service.ts'
import { createPublicSettings } from '#server/modules/community/settings/public.ts'
import { createCommunitySettings } from '#server/modules/community/settings/service.ts'
import { createPage } from '#server/http/pages/community-pages.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

/** Only the server changes settings, so nothing is recorded. */
const SILENT = { warn: () => {}, error: () => {} }

/** Fills the pages that Vite serves as the server fills those of a build: with settings, texts and colours. */
export function filledPages(settings: ClientSettings, store: Store): Plugin {
  const community = createPublicSettings(
    createCommunitySettings({
      store,
      clock: systemClock,
      audit: createAuditLog({ store, clock: systemClock, newId: randomUUID, logger: SILENT }),
    }),
    { sendsEmail: true, languages: ['en'] },
  )
  return {
    name: 'filled-pages',
    apply: 'serve',
    async transformIndexHtml(html, { originalUrl = '/' }) {
      const { pathname } = new URL(originalUrl, 'http://localhost')
      const texts = pathname === paths.about
      const page = createPage({ template: async () => html, settings, community, texts })
      return withThemeLast(await page())
    },
  }
}

/**
 * Vite adds the product's own styles to the head while the page runs. The community's have to come after those to
 * take effect.
 */
const withThemeLast = (html: string) =>
  html.replace(/(<link rel="stylesheet" href="\/theme\/[^>]*>)(.*)<\/body>/s, '$2$1</body>')
