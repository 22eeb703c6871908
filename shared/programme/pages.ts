import type { ChapterEdit } from '#shared/chapters/schema.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import type { LandingCommunity } from '#shared/community/landing.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { ClientSettings } from '#shared/lib/client-settings.ts'
import type { Language } from '#shared/lib/language/languages.ts'

/** A public chapter with its next public events. */
export interface PublicChapterPage extends Pick<
  ChapterEdit,
  'slug' | 'name' | 'place' | 'region' | 'cover' | 'about'
> {
  events: readonly PublicEvent[]
}

/** Data that a page contains as JSON, by the id of its block. Its screen starts from it, on the server and in the browser. */
export interface PageData {
  settings: ClientSettings
  /** The public event that the page is about. */
  'linked-event'?: PublicEvent
  'next-events'?: readonly PublicEvent[]
  /** The public chapter that the page is about. */
  'public-chapter'?: PublicChapterPage
  texts?: PublicTexts
  'landing-community'?: LandingCommunity
}

export interface RenderedPage {
  /** Content of the page's root element. */
  html: string
  /** Text of the document's title, as HTML. Undefined for that of the built page. */
  title?: string | undefined
  /** For the head: what the browser should load early. */
  links: string
}

/** The client as the server runs it: `dist/render/render.js`, built from `client/app/render.tsx`. */
export interface PageRenderer {
  setLanguageSource: (source: () => Language) => void
  /** A screen as a visitor without any history first sees it; of members' screens, their shell. */
  renderScreen: (path: string, data: PageData) => Promise<RenderedPage>
}
