import type { OrganiserCommand, RsvpDocument } from './collection.ts'

/** What an organiser does about one RSVP. */
export type RosterCommand = OrganiserCommand
/** An RSVP before or after it. */
export type RsvpAt = Pick<RsvpDocument, 'event' | 'state' | 'guests' | 'version'>
