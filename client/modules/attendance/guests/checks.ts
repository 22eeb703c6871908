import { GUEST_EMAIL, GUEST_LIMITS } from '#shared/attendance/guest-rules.ts'
import type { GuestEdit } from '#shared/attendance/guests.ts'
import * as m from '#shared/events/messages.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

const { min } = GUEST_LIMITS.name

export const wrongName = (name: string): FieldErrors =>
  visibleLength(name) < min ? { name: m.guestsNameRule({ min }) } : {}

export const wrongGuest = ({ name, email }: GuestEdit): FieldErrors => ({
  ...wrongName(name),
  ...(new RegExp(GUEST_EMAIL).test(email.trim()) ? {} : { email: m.guestsAddressRule() }),
})
