import { Type } from 'typebox'

import { ParticipationSchema } from '#shared/events/rsvps.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { eventSeats, movedEvents, rsvps, waitlistPromotions } from './seats/collection.ts'
import type { RsvpService } from './service.ts'

const ExportedRsvpsSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    ...Type.Omit(ParticipationSchema, [
      'position',
      'passedOverReason',
      'removalReason',
      'requestDeclined',
      'requestExpired',
      'declineNote',
      'choiceId',
    ]).properties,
    answeredAt: Type.String(),
    /** The organiser's decision about it, with the reason. */
    command: Type.Optional(Type.Object({ kind: Type.String(), reason: Type.Optional(Type.String()) })),
  }),
)
const ExportedCheckInsSchema = Type.Array(
  Type.Object({ event: Type.String(), member: Type.String(), checkedInAt: Type.String() }),
)

export const rsvpsAccountData = (service: RsvpService) =>
  exported(
    {
      name: 'rsvps',
      collections: [rsvps, eventSeats, movedEvents, waitlistPromotions],
      schema: ExportedRsvpsSchema,
    },
    {
      exportOf: service.exportOf,
      forget: service.forget,
    },
  )

export const checkInsAccountData = (service: RsvpService) =>
  exported(
    { name: 'checkIns', collections: [], schema: ExportedCheckInsSchema },
    {
      exportOf: service.checkInsBy,
      forget: 'Belongs to the attendance history of other members, and contains no name.',
    },
  )
