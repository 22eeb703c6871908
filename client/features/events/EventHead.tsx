import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import styles from './details.module.css'

interface Props {
  event: EventDetails
  actions: ReactNode
  children: ReactNode
}

export function EventHead({ event, actions, children }: Props) {
  const { title, summary, status, reason, tags } = event
  // Published from the notice of a draft, which goes with it.
  const notices = useKeptFocus<HTMLDivElement>(status)
  return (
    <>
      <Link viewTransition to={paths.events} className={styles.back}>
        All events
      </Link>
      <PageHeader title={title} lead={summary} actions={actions} />
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link viewTransition to={`${paths.events}?${new URLSearchParams({ tag })}`}>
                <Badge>{tag}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div ref={notices} tabIndex={-1} className={styles.notices}>
        {status === 'cancelled' && (
          <Notice tone="warning" title="This event is cancelled.">
            {reason}
          </Notice>
        )}
        {children}
      </div>
    </>
  )
}
