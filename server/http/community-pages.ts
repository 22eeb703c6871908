import type { ClientSettings, CommunityInPage } from '#shared/client-settings.ts'
import { escapeHtml } from '#server/lib/html.ts'

import { atEndOfHead, withData, withSettings } from './page-data.ts'

/** What admins have set, as pages show it. */
export interface Community {
  page: CommunityInPage
  /** Path. */
  styleSheet: string | undefined
  texts: object
}

/**
 * A page with the community's own texts and colours in it, so that they are there at first paint. Written anew only
 * when one of them, or the page, changes.
 * @param texts whether the app gets the long texts with the page
 */
export function withCommunity(
  page: () => Promise<string>,
  settings: ClientSettings,
  community: () => Promise<Community>,
  { texts = false } = {},
) {
  let written: { page: string; community: Community; html: string } | undefined
  return async () => {
    const [template, shown] = await Promise.all([page(), community()])
    if (written?.page !== template || written.community !== shown) {
      const html = fill(template, settings, shown)
      written = {
        page: template,
        community: shown,
        html: texts ? withData(html, 'texts', shown.texts) : html,
      }
    }
    return written.html
  }
}

function fill(template: string, settings: ClientSettings, { page, styleSheet }: Community) {
  let html = withLinks(withLandingText(template, page.landing), page.links)
  if (Object.keys(page).length > 0) html = withSettings(html, { ...settings, COMMUNITY: page })
  return styleSheet ? atEndOfHead(html, `<link rel="stylesheet" href="${styleSheet}">`) : html
}

/** The build wrote the product's own words (`client/features/landing/Landing.tsx`). */
const TITLE = /(<h1[^>]* data-landing-title[^>]*>)[^<]*/
const TEXT = /(<div[^>]* data-landing-text[^>]*>).*?<\/div>/s

const withLandingText = (html: string, { title, html: text }: { title: string; html: string } = NO_TEXT) =>
  html
    .replace(TITLE, (whole, tag: string) => (title ? tag + escapeHtml(title) : whole))
    .replace(TEXT, (whole, tag: string) => (text ? `${tag}${text}</div>` : whole))

const NO_TEXT = { title: '', html: '' }

/** The build wrote a link to each text that there can be (`client/app/PublicShell.tsx`). */
const LINK = /<a[^>]* href="\/about-us#\w+"[^>]*>(\w+)<\/a>/g

const withLinks = (html: string, links: readonly string[] = []) =>
  html.replace(LINK, (whole, label: string) => (links.includes(label) ? whole : ''))
