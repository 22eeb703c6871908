import type { ReactNode } from 'react'

import type { EventList } from '#shared/event-rules.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'

interface Words {
  title: string
  text: string
  action?: ReactNode
}

const WORDS: Record<EventList, Words> = {
  upcoming: {
    title: 'Nothing is planned yet',
    text: 'Events will stand here by day, with the seats that are left. As soon as an organiser publishes one, you can say whether you are coming.',
    action: <LinkButton to={paths.createGrowthMeeting}>Meet one to one meanwhile</LinkButton>,
  },
  past: {
    title: 'Nothing has happened here yet',
    text: 'Events that are over stay here, with who was there.',
  },
  mine: {
    title: 'You have not answered any event yet',
    text: 'Every event that you answered stands here, whatever you said, and those that you run.',
    action: <LinkButton to={paths.events}>See what is coming up</LinkButton>,
  },
  drafts: {
    title: 'No drafts',
    text: 'An event that you are still preparing stands here until you publish it. Nobody else sees it but those who run it with you.',
  },
}

interface Props {
  list: EventList
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}

export function EmptyList({ list, onClear }: Props) {
  const { title, text, action } = WORDS[list]
  if (onClear)
    return (
      <EmptyState
        title="No event fits"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear the search
          </Button>
        }
      >
        Try fewer words, another tag, or any kind of event.
      </EmptyState>
    )
  return (
    <EmptyState picture={<ArchesMotif />} title={title} action={action}>
      {text}
    </EmptyState>
  )
}
