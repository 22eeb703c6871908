import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { EmailFigures } from '#shared/notifications/email-figures.ts'
import { type EmailTopic, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { isNotification } from '#shared/operations/notification-topics.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

/** How many emails wait to be sent. */
export const WaitingEmails = ({ queued, queuedSince }: EmailFigures) =>
  queued === 0
    ? m.emailsNone()
    : queuedSince
      ? rich(m.emailsWaitingSince({ count: queued, time: <Ago at={queuedSince} /> }))
      : m.emailsWaiting({ count: queued })

/** Emails that failed too often. */
export const FailedEmails = ({ setAside }: EmailFigures) => (
  <Card title={m.emailsTitle()}>
    <p>{m.emailsFailed()}</p>
    <ul className={patterns.ruled}>
      {setAside.map(({ id, topic, at, reason }) => (
        <li key={id}>
          {words.labelled({ label: labelOf(topic), value: reason })}{' '}
          <span className={patterns.muted}>
            <Ago at={at} />
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

const labelOf = (topic: EmailTopic) =>
  isNotification(topic) ? TOPIC_SETTINGS[topic].label() : m.emailKind({ kind: topic })
