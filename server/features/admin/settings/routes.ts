import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { type AuditPage, AuditPageSchema } from '#shared/admin.ts'
import {
  type Joining,
  JoiningSchema,
  type JoiningSettings,
  JoiningSettingsSchema,
} from '#shared/community-settings.ts'
import { CursorQuerySchema } from '#shared/page.ts'
import type { Actor } from '#server/features/session/types.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import { assertValidJoining } from './joining.ts'

interface Options {
  settings: {
    current: (section: 'joining') => Promise<JoiningSettings>
    save: (actor: Actor, section: 'joining', version: number, value: Joining) => Promise<JoiningSettings>
    /** Newest first. */
    history: (section: 'joining', cursor?: string) => Promise<AuditPage>
  }
}

/** `/api/admin/settings`, only in the admin scope. */
export const settingsRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { settings }) => {
  app.get('/joining', {
    schema: { summary: 'Get who can join', response: { 200: JoiningSettingsSchema } },
    handler: () => settings.current('joining'),
  })

  app.put('/joining', {
    config: { headers: IF_MATCH },
    schema: { summary: 'Change who can join', body: JoiningSchema, response: { 200: JoiningSettingsSchema } },
    handler: (request) => {
      assertValidJoining(request.body)
      return settings.save(request.actor, 'joining', expectedVersion(request), request.body)
    },
  })

  app.get('/joining/history', {
    schema: {
      summary: 'List changes of who can join',
      querystring: CursorQuerySchema,
      response: { 200: AuditPageSchema },
    },
    handler: ({ query }) => settings.history('joining', query.cursor),
  })
}
