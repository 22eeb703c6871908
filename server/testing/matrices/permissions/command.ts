import type { Insider, PermissionsFixture } from './fixture.ts'

export interface CommandRequest {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** A command, with its target in one state. */
export interface CommandCase {
  /** Method and path, as in the API's description. */
  route: string
  state: string
  /** Creates the state, and resolves to the request. */
  prepare: (fixture: PermissionsFixture) => Promise<CommandRequest>
  /** HTTP status, and the code of a refusal or what `resultOf` reads from a success. */
  expected: Record<Insider, string> & { member?: string }
  resultOf?: ((body: never) => string) | undefined
}

export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

/** The outcomes of commands for admins, with the organisers' refusal. */
export const onlyAdmins = (outcome: string): CommandCase['expected'] => ({
  editor: '403 role_required',
  helper: '403 role_required',
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
