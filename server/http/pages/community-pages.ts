import type { PageData, RenderedPage } from '#shared/programme/pages.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { ClientSettings, CommunityInPage } from '#shared/lib/client-settings.ts'

import { atEndOfHead, fillPage } from './page-data.ts'

/** The settings of admins that pages show. */
export interface Community {
  page: CommunityInPage
  /** Path of the style sheet. */
  styleSheet: string | undefined
  texts: PublicTexts
  /** Whether search engines may list public events. */
  listsEvents: boolean
}

interface Options {
  /** The page of the build. */
  template: () => Promise<string>
  settings: ClientSettings
  community: () => Promise<Community>
  /** Whether the app gets the long texts with the page. */
  texts?: boolean
  /** Renders what is shown before the app starts. Without it, nothing is. */
  render?: ((data: PageData) => Promise<RenderedPage | undefined>) | undefined
  /** Whether that is the members' shell. */
  isShell?: boolean
  /** Tags for the end of the page's head. */
  tags?: ((html: string, data: PageData) => Promise<string>) | undefined
}

type PageEvents = Omit<PageData, 'settings' | 'texts'>

/** A page with what it shows of the community. */
export type Page = (events?: PageEvents) => Promise<string>

/**
 * A page with the community's own texts and colours, so that they are there at first paint. Created again only when one of
 * them, the events or the page changes.
 */
export function createPage(options: Options): Page {
  const { template, settings, community, texts = false, render, isShell = false, tags } = options
  let last: { of: readonly unknown[]; html: Promise<string> } | undefined

  async function create(html: string, { page, styleSheet, texts: long }: Community, events: PageEvents) {
    const hasOwn = Object.values(page).some((value) => value !== undefined)
    const data: PageData = {
      settings: hasOwn ? { ...settings, COMMUNITY: page } : settings,
      ...events,
    }
    if (texts) data.texts = long
    const view = await render?.(data)
    const filled = fillPage(html, data, view && { ...view, isShell })
    const styles = styleSheet ? `<link rel="stylesheet" href="${styleSheet}">` : ''
    return atEndOfHead(filled, styles + ((await tags?.(filled, data)) ?? ''))
  }

  return async (events = {}) => {
    const [html, shown] = await Promise.all([template(), community()])
    const of = [html, shown, ...Object.values(events)]
    if (last?.of.length !== of.length || last.of.some((each, at) => each !== of[at]))
      last = { of, html: create(html, shown, events) }
    return last.html
  }
}
