/**
 * Settings for the browser, in the JSON data block `#settings` of index.html. Imports nothing, so that the browser can
 * import it.
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
  /** True when the Auth emulator answers on this page's own origin. */
  AUTH_EMULATOR: boolean
  COMMUNITY?: CommunityInPage
}

/** What admins have set, as every page needs it; what they have not set is absent (`shared/community-settings.ts`). */
export interface CommunityInPage {
  /** Of the landing's first lines. Either can be empty. `html` is sanitised. */
  landing?: { title: string; html: string }
  /** The about page has a text of the community. */
  about?: true
  /** Sections of the about page, by their titles. Their anchors are the same in lower case. */
  links?: readonly string[]
  industries?: readonly string[]
  /** The version of the text that people agree to. */
  consent?: number
  /** Search engines do not list members' profiles. */
  searchEngines?: false
}

/** Server and client throw when one of these is absent or empty (specification, section 8). */
export const REQUIRED_SETTINGS = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_APP_ID',
] as const

export const missingSetting = (name: string) => `Missing required env: ${name}`
