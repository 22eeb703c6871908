import type { Insider, PermissionsFixture } from './fixture.ts'

export interface CommandRequest {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** A command in one state of what it is about. */
export interface CommandCase {
  /** Method and path, as the API's description has them. */
  route: string
  state: string
  /** Brings the state about anew, and resolves to the request. */
  prepare: (fixture: PermissionsFixture) => Promise<CommandRequest>
  /** HTTP status, and the code of a refusal or what `resultOf` reads from a success. */
  expected: Record<Insider, string>
  resultOf?: ((body: never) => string) | undefined
}

export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** What organisers get of commands for admins. */
export const onlyAdmins = (outcome: string): CommandCase['expected'] => ({
  rival: '403 role_required',
  organiser: '403 role_required',
  admin: outcome,
})

/** The cases of a command for admins. */
export const adminCases = (
  route: string,
  states: Record<string, { prepare: CommandCase['prepare']; outcome: string }>,
  resultOf?: CommandCase['resultOf'],
): CommandCase[] =>
  Object.entries(states).map(([state, { prepare, outcome }]) => ({
    route,
    state,
    prepare,
    expected: onlyAdmins(outcome),
    resultOf,
  }))
