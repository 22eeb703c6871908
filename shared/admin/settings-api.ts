import {
  changePageSchemaOf,
  SETTINGS_SECTIONS,
  settingsSchemaOf,
  type SettingsSection,
} from '#shared/community/settings.ts'
import { CursorQuerySchema } from '#shared/lib/page.ts'
import { keysOf } from '#shared/lib/records.ts'

/** Names of the sections in the API's description. */
const NAMES: Record<SettingsSection, string> = {
  joining: 'the join policy',
  organisation: 'the organisation’s name',
  landing: 'the landing page’s text',
  about: 'the about page’s text',
  terms: 'the terms',
  privacy: 'the privacy notice',
  contact: 'the contact details',
  consent: 'the text that new members agree to',
  accent: 'the accent colour',
  logo: 'the logo',
  industries: 'the industries',
  profiles: 'the profile defaults',
  publicEvents: 'the discoverability of public events',
  guests: 'the rules for guests without an account',
  chapterExports: 'whether people of chapters can be downloaded',
}

function routesOf<S extends SettingsSection>(section: S) {
  const value: (typeof SETTINGS_SECTIONS)[S] = SETTINGS_SECTIONS[section]
  const name = NAMES[section]
  return {
    get: { summary: `Get ${name}`, response: { 200: settingsSchemaOf(value) } },
    put: { summary: `Change ${name}`, body: value, response: { 200: settingsSchemaOf(value) } },
    changes: {
      summary: `List changes to ${name}`,
      querystring: CursorQuerySchema,
      response: { 200: changePageSchemaOf(value) },
    },
  }
}

type RoutesOf<S extends SettingsSection> = ReturnType<typeof routesOf<S>>
type SettingsApi = { [S in SettingsSection as `GET /api/admin/settings/${S}`]: RoutesOf<S>['get'] } & {
  [S in SettingsSection as `PUT /api/admin/settings/${S}`]: RoutesOf<S>['put']
} & { [S in SettingsSection as `GET /api/admin/settings/${S}/changes`]: RoutesOf<S>['changes'] }

/** Routes of the settings, by method and path. Every section has the same three. */
export const settingsApi = Object.fromEntries(
  keysOf(SETTINGS_SECTIONS).flatMap((section) => {
    const path = `/api/admin/settings/${section}`
    const { get, put, changes } = routesOf(section)
    return [
      [`GET ${path}`, get],
      [`PUT ${path}`, put],
      [`GET ${path}/changes`, changes],
    ]
  }),
) as SettingsApi
