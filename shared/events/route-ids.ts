import { ids } from '#shared/lib/route-parts.ts'

export const ofEvent = ids('eventId')
export const ofEventMember = ids('eventId', 'memberId')
