import { checkInApi } from './check-in.ts'
import { guestsApi } from './guests.ts'
import { invitationsApi } from './invitations.ts'

/** Routes of check-in, guests and invitations, by method and path. Those of RSVPs and answers are in `events`. */
export const attendanceApi = { ...checkInApi, ...guestsApi, ...invitationsApi }
