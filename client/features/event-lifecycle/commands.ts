import type { EventDetails } from '#shared/events.ts'

export type LifecycleCommand = 'publish' | 'unpublish' | 'cancel' | 'complete' | 'delete'

interface CommandLabels {
  /** In the menu. */
  label: string
  question: string
  consequence: string
  button: string
  busy: string
  done: string
  tone?: 'danger'
}

export const COMMAND_LABELS: Record<LifecycleCommand, CommandLabels> = {
  publish: {
    label: 'Publish…',
    question: 'Publish this event?',
    consequence:
      'All members can then see it and RSVP. You can still edit or cancel it, but after the first RSVP it can’t go back to drafts.',
    button: 'Publish',
    busy: 'Publishing…',
    done: 'Event published.',
  },
  unpublish: {
    label: 'Move to drafts…',
    question: 'Move this event to drafts?',
    consequence: 'No one has RSVP’d yet. Members won’t see it until you publish it again.',
    button: 'Move to drafts',
    busy: 'Moving…',
    done: 'Event moved to drafts.',
  },
  cancel: {
    label: 'Cancel event…',
    question: 'Cancel this event?',
    consequence:
      'Members will see that it’s cancelled, with your reason, here and in their calendars. You can’t undo this.',
    button: 'Cancel event',
    busy: 'Cancelling…',
    done: 'Event cancelled.',
    tone: 'danger',
  },
  complete: {
    label: 'Mark as completed…',
    question: 'Mark this event as completed?',
    consequence: 'RSVPs close for good. Members who were going but weren’t checked in count as no-shows.',
    button: 'Mark as completed',
    busy: 'Saving…',
    done: 'Event marked as completed.',
  },
  delete: {
    label: 'Delete draft…',
    question: 'Delete this draft?',
    consequence: 'You can’t undo this.',
    button: 'Delete draft',
    busy: 'Deleting…',
    done: 'Draft deleted.',
    tone: 'danger',
  },
}

/** For the menu. The server decides what is allowed. */
export function availableCommands(event: EventDetails, now: number): LifecycleCommand[] {
  const { status, hasRsvps, startsAt, endsAt } = event
  if (status === 'draft') return ['publish', 'delete']
  if (status !== 'published') return []
  return [
    ...(Date.parse(startsAt) <= now ? (['complete'] as const) : []),
    ...(hasRsvps ? [] : (['unpublish'] as const)),
    ...(Date.parse(endsAt) > now ? (['cancel'] as const) : []),
  ]
}
