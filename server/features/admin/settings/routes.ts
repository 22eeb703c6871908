import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import {
  changePageSchemaOf,
  type Settings,
  SETTINGS_SECTIONS,
  type SettingsChange,
  type SettingsOf,
  settingsSchemaOf,
  type SettingsSection,
} from '#shared/community-settings.ts'
import { CursorQuerySchema, type Page } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

interface Options {
  settings: {
    current: <S extends SettingsSection>(section: S) => Promise<Settings<S>>
    save: <S extends SettingsSection>(
      actor: Actor,
      section: S,
      version: number,
      value: SettingsOf<S>,
    ) => Promise<Settings<S>>
    /** Newest first. */
    history: <S extends SettingsSection>(section: S, cursor?: string) => Promise<Page<SettingsChange<S>>>
  }
}

/** What each section is, as the API's description calls it. */
const NAMES: Record<SettingsSection, string> = {
  joining: 'who can join',
  landing: 'the text of the landing page',
  about: 'the text of the about page',
  terms: 'the terms',
  privacy: 'the privacy notice',
  contact: 'the contact details',
  consent: 'what people agree to when they create an account',
  accent: 'the accent colour',
  logo: 'the logo',
  industries: 'the industries',
  profiles: 'the defaults of profiles',
}

/** A text of the most characters, four bytes each, and the JSON around it. */
const BODY_LIMIT = 128 * 1024

/** `/api/admin/settings`, only in the admin scope. Every section has the same three routes. */
export const settingsRoutes: FastifyPluginAsync<Options> = async (app, { settings }) => {
  for (const section of Object.keys(SETTINGS_SECTIONS) as SettingsSection[])
    addSection(app, section, settings)
}

function addSection(app: FastifyInstance, section: SettingsSection, settings: Options['settings']) {
  const value = SETTINGS_SECTIONS[section]
  const name = NAMES[section]

  app.get(`/${section}`, {
    schema: { summary: `Get ${name}`, response: { 200: settingsSchemaOf(value) } },
    handler: () => settings.current(section),
  })

  app.put<{ Body: SettingsOf<SettingsSection> }>(`/${section}`, {
    bodyLimit: BODY_LIMIT,
    config: { headers: IF_MATCH },
    schema: { summary: `Change ${name}`, body: value, response: { 200: settingsSchemaOf(value) } },
    handler: (request) => settings.save(request.actor, section, expectedVersion(request), request.body),
  })

  app.get<{ Querystring: { cursor?: string } }>(`/${section}/changes`, {
    schema: {
      summary: `List the changes of ${name}`,
      querystring: CursorQuerySchema,
      response: { 200: changePageSchemaOf(value) },
    },
    handler: ({ query }) => settings.history(section, query.cursor),
  })
}
