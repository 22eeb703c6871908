import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

/** The callers of a route below `/api`, whatever its path. `server/scopes.ts` has the checks of each. */
export type Scope =
  /** Anyone, including visitors. */
  | 'everyone'
  /** People with a verified email who are members, wait for approval, or need an invitation. */
  | 'newcomers'
  /** Members, applicants, suspended and declined people: for their own account and data. */
  | 'account owners'
  /** Account owners who signed in a few minutes ago. */
  | 'account owners who signed in recently'
  /** Members, and people who wait for approval. */
  | 'applicants'
  | 'members'
  | 'organisers'
  /** Organisers, and members whom they trust with an event: the service checks the rights on the event. */
  | 'event teams'
  /** Organisers, and leads of chapters: the service checks the rights in the chapter. */
  | 'organisers and leads'
  | 'admins'

type RegisterRoutes = (app: FastifyInstance) => Promise<void>

export type RoutesByScope = Partial<Readonly<Record<Scope, readonly RegisterRoutes[]>>>

/** Without it, Fastify searches all loaded CommonJS modules for the name of each plugin, twice. */
const PLUGIN_NAME = Symbol.for('fastify.display-name')

/** Routes below a path, with the services that they call. */
export const at =
  <Services extends object>(
    prefix: string,
    routes: FastifyPluginAsyncTypebox<Services>,
    services: NoInfer<Services>,
  ): RegisterRoutes =>
  async (app) => {
    await app.register(Object.assign(routes, { [PLUGIN_NAME]: routes.name }), { prefix, ...services })
  }
