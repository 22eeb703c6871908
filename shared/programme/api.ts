import { deskApi } from './desk/schema.ts'
import { rosterApi } from './roster.ts'

/** Routes of the desk and the roster, by method and path. Those of events are in `events`. */
export const programmeApi = { ...deskApi, ...rosterApi }
