/** Limits and lists of imports of events. Does not import the schema library, so that browsers can use it. */

/** `calendar`: an .ics file from anywhere. */
export const EVENT_IMPORT_SOURCES = ['luma', 'meetup', 'eventbrite', 'calendar'] as const
export type EventImportSource = (typeof EVENT_IMPORT_SOURCES)[number]

export const EVENT_IMPORT_LIMITS = {
  /** Maximum events of one request. */
  events: 50,
  /** Maximum attendees of one event in one request, which is one transaction. A longer list continues in the next. */
  attendees: 200,
  /** Maximum characters of a short text: more than any field allows, so that a text that is too long stays too long. */
  text: 2_100,
  /** Maximum characters of a description, which may be HTML. */
  description: 40_000,
  sourceId: 1_000,
  email: 320,
  /** Dates on which a repeated event of a calendar takes place. */
  occurrences: 104,
} as const

/**
 * Outcome for an event. `updated`: imported before, unchanged since, and different in the file. `kept`: it was edited
 * or published here since it was imported, so the file does not change it. `unnamed`: the file lists attendees of an
 * event that was not imported yet, without its title and time. `invalid`: it has errors and is not imported.
 */
export const EVENT_IMPORT_OUTCOMES = [
  'created',
  'updated',
  'unchanged',
  'kept',
  'unnamed',
  'invalid',
] as const
