import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { settingsApi } from '#shared/admin/settings-api.ts'
import { SETTINGS_SECTIONS, type SettingsOf, type SettingsSection } from '#shared/community/settings.ts'
import { LANGUAGES } from '#shared/lib/language/languages.ts'
import type { Community } from '#server/modules/community/module.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import { keysOf } from '#shared/lib/records.ts'

interface Options {
  community: Community
}

/** A text of the maximum length in four-byte characters in each language, and the JSON around them. */
const BODY_LIMIT = 128 * 1024 * Object.keys(LANGUAGES).length

/** `/api/admin/settings`, only in the admin scope. Every section has the same three routes. */
export const settingsRoutes: FastifyPluginAsync<Options> = async (app, { community }) => {
  for (const section of keysOf(SETTINGS_SECTIONS)) addSection(app, section, community)
}

function addSection(app: FastifyInstance, section: SettingsSection, { settings, history }: Community) {
  const path = `/api/admin/settings/${section}` as const

  app.get(`/${section}`, {
    schema: settingsApi[`GET ${path}`],
    handler: () => settings.current(section),
  })

  app.put<{ Body: SettingsOf<SettingsSection> }>(`/${section}`, {
    bodyLimit: BODY_LIMIT,
    config: { headers: IF_MATCH },
    schema: settingsApi[`PUT ${path}`],
    handler: (request) => settings.save(request.actor, section, expectedVersion(request), request.body),
  })

  app.get<{ Querystring: { cursor?: string } }>(`/${section}/changes`, {
    schema: settingsApi[`GET ${path}/changes`],
    handler: ({ query }) => history(section, query.cursor),
  })
}
