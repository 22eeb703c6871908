import { Type, type Static } from 'typebox'

/** What the browser is told through the JSON data block `#settings` in index.html. */
export const ClientSettingsSchema = Type.Object({
  FIREBASE_API_KEY: Type.String({ minLength: 1 }),
  FIREBASE_AUTH_DOMAIN: Type.String({ minLength: 1 }),
  FIREBASE_PROJECT_ID: Type.String({ minLength: 1 }),
  FIREBASE_APP_ID: Type.String({ minLength: 1 }),
  PRODUCT_NAME: Type.String({ minLength: 1 }),
  PRODUCT_SLUG: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
  RELEASE: Type.String(),
  /** True when the Auth emulator answers on this page's own origin. */
  AUTH_EMULATOR: Type.Boolean(),
})
export type ClientSettings = Static<typeof ClientSettingsSchema>

/** Raised by name on both sides when one of these is absent or empty (specification, section 8). */
export const REQUIRED_SETTINGS = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_APP_ID',
] as const

export const missingSetting = (name: string) => `Missing required env: ${name}`
