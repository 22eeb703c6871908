import type { Plugin } from 'vite'

import type { ClientSettings } from '#shared/client-settings.ts'
import { paths } from '#shared/paths.ts'
import { createPublicSettings } from '#server/features/community-settings/public.ts'
import { createCommunitySettings } from '#server/features/community-settings/service.ts'
import { withCommunity } from '#server/http/community-pages.ts'
import { fillPage } from '#server/http/page-data.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

/** Writes into the pages that Vite serves what the server writes into those of a build: settings, texts and colours. */
export function filledPages(settings: ClientSettings, store: Store): Plugin {
  const community = createPublicSettings(
    createCommunitySettings({
      store,
      clock: systemClock,
      audit: () => Promise.reject(new Error('Only the server changes settings.')),
      onChange: {},
    }),
  )
  return {
    name: 'filled-pages',
    apply: 'serve',
    async transformIndexHtml(html, { originalUrl = '/' }) {
      const { pathname } = new URL(originalUrl, 'http://localhost')
      const texts = pathname === paths.about
      const page = withCommunity(async () => fillPage(html, settings), settings, community, { texts })
      return withThemeLast(await page())
    },
  }
}

/** Vite adds the product's own styles to the head while the page runs: after those, the community's take effect. */
const withThemeLast = (html: string) =>
  html.replace(/(<link rel="stylesheet" href="\/theme\/[^>]*>)(.*)<\/body>/s, '$2$1</body>')
