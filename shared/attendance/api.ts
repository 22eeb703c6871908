import { checkInApi } from './check-in.ts'
import { invitationsApi } from './invitations.ts'

/** Routes of check-in and invitations, by method and path. Those of RSVPs and answers are in `events`. */
export const attendanceApi = { ...checkInApi, ...invitationsApi }
