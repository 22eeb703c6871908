import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { type RoleAction, rolesThatCan } from '#shared/people/roles.ts'
import { describeRoles } from '#server/http/openapi.ts'
import type { Scope } from '#server/modules/routes-by-scope.ts'
import { requireStatus, whoCan } from '#server/modules/accounts/sessions/hooks.ts'
import type { Modules } from '#server/modules.ts'

interface Options {
  services: Modules
}

/** Registers the routes that the modules have for a scope, in the order of the modules. */
export async function addRoutes(app: FastifyInstance, services: Modules, scope: Scope) {
  for (const register of services.routesFor(scope)) await register(app)
}

/** Everyone with a verified email: each scope below has its statuses. */
export const accountScope: FastifyPluginAsync<Options> = async (app, { services }) => {
  await app.register(async (newcomers) => {
    newcomers.addHook('preHandler', requireStatus('active', 'pending', 'uninvited'))
    await addRoutes(newcomers, services, 'newcomers')
  })
  await app.register(async (owners) => {
    owners.addHook('preHandler', requireStatus('active', 'pending', 'suspended', 'declined'))
    await addRoutes(owners, services, 'account owners')
    await owners.register(async (applicants) => {
      applicants.addHook('preHandler', requireStatus('active', 'pending'))
      await addRoutes(applicants, services, 'applicants')
    })
    await owners.register(async (sensitive) => {
      sensitive.addHook('preHandler', services.accounts.recentSignIn)
      await addRoutes(sensitive, services, 'account owners who signed in recently')
    })
  })
}

/** Active members, and those of them with a role. */
export const memberScope: FastifyPluginAsync<Options> = async (app, { services }) => {
  await addRoutes(app, services, 'members')
  await app.register(async (organisers) => {
    onlyWhoCan(organisers, 'organise')
    await addRoutes(organisers, services, 'organisers')
  })
  await app.register(async (teams) => {
    describeRoles(teams, [...rolesThatCan('organise'), 'trusted member'])
    await addRoutes(teams, services, 'event teams')
  })
  await app.register(async (leads) => {
    describeRoles(leads, [...rolesThatCan('organise'), 'lead of a chapter'])
    await addRoutes(leads, services, 'organisers and leads')
  })
  await app.register(async (admins) => {
    onlyWhoCan(admins, 'administer')
    await addRoutes(admins, services, 'admins')
  })
}

function onlyWhoCan(app: FastifyInstance, action: RoleAction) {
  describeRoles(app, rolesThatCan(action))
  app.addHook('preHandler', whoCan(action))
}
