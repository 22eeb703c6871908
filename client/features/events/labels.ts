import type { EventFormat } from '#shared/event-rules.ts'
import type { EventEdit, EventListItem, Participation, Seats } from '#shared/events.ts'
import type { BadgeProps } from '#client/ui/Badge.tsx'

export const FORMAT_NAMES: Record<EventFormat, string> = {
  inPerson: 'In person',
  online: 'Online',
  hybrid: 'In person and online',
}

export const VISIBILITY_NAMES: Record<EventEdit['visibility'], string> = {
  members: 'Members only',
  public: 'Everyone',
}

const ORDINALS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `3rd`. */
export const ordinal = (place: number) => `${place}${ORDINALS[ordinalRules.select(place)] ?? 'th'}`

/** `1 guest`, `3 guests`. */
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${count} ${count === 1 ? one : several}`

/** What helps to decide: how many may still come, or how many are. */
export function seatsLabel({ going, left, waiting }: Seats) {
  if (left === undefined) return going > 0 ? `${going} going` : ''
  if (left > 0 && waiting === 0) return `${counted(left, 'seat')} left`
  return waiting > 0 ? `Full · ${waiting} waiting` : 'Full'
}

type Words = { words: string; tone: NonNullable<BadgeProps['tone']> }

export function rsvpLabel({ state, guests, position, checkedInAt }: Participation): Words {
  const withGuests = guests > 0 ? ` +${guests}` : ''
  switch (state) {
    case 'going':
      return { words: checkedInAt ? 'You were there' : `Going${withGuests}`, tone: 'accent' }
    case 'waitlisted':
      return { words: position ? `${ordinal(position)} in line` : 'In line', tone: 'gold' }
    case 'offered':
      return { words: 'A seat is held for you', tone: 'gold' }
    case 'maybe':
      return { words: 'Maybe', tone: 'neutral' }
    case 'declined':
      return { words: 'Can’t go', tone: 'neutral' }
  }
}

/** Where to go: the venue and its city, or that it is online. */
export function placeLabel({
  format,
  venueName,
  city,
}: Pick<EventListItem, 'format' | 'venueName' | 'city'>) {
  const venue = [venueName, city].filter(Boolean).join(', ')
  if (format === 'online') return 'Online'
  if (format === 'inPerson') return venue || FORMAT_NAMES.inPerson
  return venue ? `${venue}, and online` : FORMAT_NAMES.hybrid
}
