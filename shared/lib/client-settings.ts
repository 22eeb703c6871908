/**
 * Settings for the browser, in the JSON data block `#settings` of index.html. Imports nothing, so that the browser
 * can import it.
 */
export interface ClientSettings {
  FIREBASE_API_KEY: string
  FIREBASE_AUTH_DOMAIN: string
  FIREBASE_PROJECT_ID: string
  FIREBASE_APP_ID: string
  PRODUCT_NAME: string
  /** Lower-case letters, digits and single hyphens. */
  PRODUCT_SLUG: string
  RELEASE: string
  /** The host of the page's own origin, with its port. */
  HOST: string
  /** True when the Auth emulator answers on this page's own origin. */
  AUTH_EMULATOR: boolean
  /** Names of the languages that people can choose from, by tag. Undefined for a single one. */
  LANGUAGES?: Readonly<Record<string, string>>
  /** Tag of the default among them. */
  LANGUAGE?: string
  /** Set when people can sign in with a code by email. */
  SIGN_IN_CODES?: true
  COMMUNITY?: CommunityInPage
}

/** `titleIn` has the attributes of a title that is not in the reader's language. */
export interface TitledHtml {
  title: string
  titleIn?: { lang: string; dir: 'ltr' | 'rtl' }
  html: string
}

/** Admins' settings that every page needs. Unset ones are undefined (`shared/community/settings.ts`). */
export interface CommunityInPage {
  /** Name of the organisation that hosts the community. */
  organisation?: string
  /** The landing's first lines. Either can be empty. `html` is sanitised. */
  landing?: TitledHtml
  /** Set when the about page has a text of the community. */
  about?: true
  links?: readonly AboutSection[]
  industries?: readonly string[]
  /** The version of the text that people agree to. */
  agreement?: number
  /** Set when the community has more than one chapter. */
  chapters?: true
  /** Set when members can invite friends by email. */
  friends?: true
  /** Set when events can be open to guests without an account. */
  guests?: true
  /** False when search engines must not list members' profiles. */
  searchEngines?: false
  /** False when search engines must not list public events. */
  eventSearchEngines?: false
  /** False when public events have no feeds. */
  eventFeeds?: false
}

/** A section of the about page that has a text, by its anchor. */
export type AboutSection = 'terms' | 'privacy' | 'contact'

/** Server and client throw when one of these is missing or empty (specification, section 8). */
export const REQUIRED_SETTINGS = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_APP_ID',
] as const

export const missingSetting = (name: string) => `Missing required env: ${name}`
