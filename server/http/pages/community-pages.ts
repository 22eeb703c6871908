import { HOST_NAME } from '#shared/community/rules.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { ClientSettings, CommunityInPage, TitledHtml } from '#shared/lib/client-settings.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import { atEndOfHead, withData, withSettings } from './page-data.ts'

/** The settings of admins that pages show. */
export interface Community {
  page: CommunityInPage
  /** Path of the style sheet. */
  styleSheet: string | undefined
  texts: PublicTexts
  /** Name of the organisation; empty if unset. */
  organisation: string
  /** Whether search engines may list public events. */
  listsEvents: boolean
}

/**
 * A page that contains the community's own texts and colours, so that they are there at first paint. Created again
 * only when one of them, or the page, changes.
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

function fill(template: string, settings: ClientSettings, community: Community) {
  const { page, styleSheet, organisation, texts } = community
  let html = withLinks(withLandingText(withHost(template, organisation), page.landing), page.links)
  html = withAboutTexts(html, texts)
  if (Object.values(page).some((value) => value !== undefined))
    html = withSettings(html, { ...settings, COMMUNITY: page })
  return styleSheet ? atEndOfHead(html, `<link rel="stylesheet" href="${styleSheet}">`) : html
}

/** The build wrote the line for an organisation without a name (`client/modules/community/landing/Landing.tsx`). */
const HOST = /<p[^>]* data-landing-host[^>]*>.*?<\/p>/s

const withHost = (html: string, name: string) =>
  html.replace(HOST, (line) => (name ? line.replace(HOST_NAME, () => escapeHtml(name)) : ''))

/** The build wrote the product's default title (`client/modules/community/landing/Landing.tsx`). */
const TITLE = /(<h1[^>]* data-landing-title[^>]*>)[^<]*/
const TEXT = /(<div[^>]* data-landing-text[^>]*>).*?<\/div>/s

const withLandingText = (html: string, landing: TitledHtml = NO_TEXT) =>
  html
    .replace(TITLE, (whole, tag: string) => titleWith(tag, landing) ?? whole)
    .replace(TEXT, (whole, tag: string) => (landing.html ? `${tag}${landing.html}</div>` : whole))

const NO_TEXT = { title: '', html: '' }

/** The tag as it is, or marked as being in another language than the page, and the title. */
function titleWith(tag: string, { title, titleIn: other }: TitledHtml) {
  if (!title) return undefined
  return (other ? tag.replace(/>$/, ` lang="${other.lang}" dir="${other.dir}">`) : tag) + escapeHtml(title)
}

/** The build wrote a place for every possible text, with its name (`client/app/prerender.tsx`). */
const ABOUT_TITLE = /(<h1[^>]* data-about-title[^>]*>)[^<]*/
const ABOUT_DEFAULT = /<p[^>]* data-about-default[^>]*>.*?<\/p>/s
const ABOUT_TEXT = /<section[^>]* data-about-text[^>]*>.*?__text-(\w+)__.*?<\/section>/gs

const withAboutTexts = (html: string, { about, ...texts }: PublicTexts) =>
  html
    .replace(ABOUT_TITLE, (whole, tag: string) => titleWith(tag, about ?? NO_TEXT) ?? whole)
    .replace(ABOUT_DEFAULT, (whole) => (about?.html ? '' : whole))
    .replace(ABOUT_TEXT, (whole, name: string) => {
      const text = { ...texts, about }[name as 'terms']?.html
      return text ? whole.replace(`__text-${name}__`, () => text) : ''
    })

/** The build wrote a link to every possible text (`client/app/shells/PublicShell.tsx`). */
const LINK = /<a[^>]* href="\/about-us#(\w+)"[^>]*>[^<]*<\/a>/g

const withLinks = (html: string, links: readonly string[] = []) =>
  html.replace(LINK, (whole, section: string) => (links.includes(section) ? whole : ''))
