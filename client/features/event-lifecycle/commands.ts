import type { EventDetails } from '#shared/events.ts'

export type LifecycleCommand = 'publish' | 'unpublish' | 'cancel' | 'complete' | 'delete'

interface ActWords {
  /** In the menu. */
  label: string
  question: string
  /** What comes of it. */
  text: string
  button: string
  busy: string
  done: string
  tone?: 'danger'
}

export const COMMAND_LABELS: Record<LifecycleCommand, ActWords> = {
  publish: {
    label: 'Publish…',
    question: 'Publish this event?',
    text: 'Every member can then see it and answer. Once someone has answered it cannot become a draft again, but it can still be changed or cancelled.',
    button: 'Publish',
    busy: 'Publishing…',
    done: 'The event is published.',
  },
  unpublish: {
    label: 'Back to draft…',
    question: 'Make it a draft again?',
    text: 'Nobody has answered yet. It disappears from the list until you publish it again.',
    button: 'Make it a draft',
    busy: 'Changing…',
    done: 'The event is a draft again.',
  },
  cancel: {
    label: 'Cancel the event…',
    question: 'Cancel this event?',
    text: 'It stays visible as cancelled, with your reason, also in the calendars of those who were coming. There is no way back.',
    button: 'Cancel the event',
    busy: 'Cancelling…',
    done: 'The event is cancelled.',
    tone: 'danger',
  },
  complete: {
    label: 'Mark as completed…',
    question: 'Is this event over?',
    text: 'Answers close for good, and whoever was going and was not checked in counts as not having come.',
    button: 'Mark as completed',
    busy: 'Saving…',
    done: 'The event is completed.',
  },
  delete: {
    label: 'Delete the draft…',
    question: 'Delete this draft?',
    text: 'Nobody else will miss it, and there is no way back.',
    button: 'Delete',
    busy: 'Deleting…',
    done: 'The draft is deleted.',
    tone: 'danger',
  },
}

/** What can be done with it next. The server decides; this only keeps the menu to what it would allow. */
export function availableCommands(event: EventDetails, now: number): LifecycleCommand[] {
  const { status, answered, startsAt, endsAt } = event
  if (status === 'draft') return ['publish', 'delete']
  if (status !== 'published') return []
  return [
    ...(Date.parse(startsAt) <= now ? (['complete'] as const) : []),
    ...(answered ? [] : (['unpublish'] as const)),
    ...(Date.parse(endsAt) > now ? (['cancel'] as const) : []),
  ]
}
