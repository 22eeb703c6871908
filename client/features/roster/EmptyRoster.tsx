import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { TableMotif } from '#client/ui/motifs.tsx'

import type { RosterView } from '#client/features/events/queries.ts'

const WORDS: Record<RosterView['filter'], { title: string; text: string }> = {
  all: {
    title: 'Nobody has answered yet',
    text: 'Everyone who answers stands here, whatever they say, with the guests they bring.',
  },
  going: {
    title: 'Nobody is going yet',
    text: 'Whoever has a seat stands here, with the guests they bring.',
  },
  maybe: {
    title: 'Nobody is undecided',
    text: 'Those who say “maybe” stand here. No seat is kept for them.',
  },
  waitlisted: {
    title: 'Nobody is waiting',
    text: 'Once every seat is taken, those who still want one stand here, in the order in which they get it.',
  },
  offered: {
    title: 'No seat is on offer',
    text: 'On the last day, a seat that comes free is held for the next in line for a while. Whoever has such an offer stands here, with its end.',
  },
  declined: { title: 'Nobody has said no', text: 'Those who cannot come stand here.' },
  checkedIn: {
    title: 'Nobody is checked in',
    text: 'Those who have arrived stand here, with the time.',
  },
  noShow: {
    title: 'No no-shows',
    text: 'Once the event is completed, those who were going and were not checked in stand here, if anyone was checked in at all.',
  },
}

interface Props extends RosterView {
  onClear: () => void
}

export function EmptyRoster({ filter, q, onClear }: Props) {
  const { title, text } = WORDS[filter]
  if (q)
    return (
      <EmptyState
        title="Nobody by that name"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear the search
          </Button>
        }
      >
        {filter === 'all'
          ? 'Nobody who answered is called so. Try the beginning of the first or the last name.'
          : 'Nobody among these is called so. They may have answered otherwise: look among everyone.'}
      </EmptyState>
    )
  return (
    <EmptyState {...(filter === 'all' && { picture: <TableMotif /> })} title={title}>
      {text}
    </EmptyState>
  )
}
