import type { EmailFigures } from '#shared/admin-overview.ts'
import { type EmailTopic, type NotificationTopic, TOPIC_SETTINGS } from '#shared/notification-topics.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'

/** What is still to be sent, and what failed too often. */
export const Emails = ({ queued, queuedSince, setAside }: EmailFigures) => (
  <Card title="Emails">
    {queued === 0 ? (
      <p className={patterns.muted}>No emails are waiting to be sent.</p>
    ) : (
      <p>
        {queued === 1
          ? '1 email is waiting to be sent'
          : `${queued.toLocaleString('en')} emails are waiting to be sent`}
        {queuedSince && (
          <>
            , the oldest from <Ago at={queuedSince} />
          </>
        )}
        .
      </p>
    )}
    {setAside.length > 0 && (
      <>
        <p>These failed too often and won’t be tried again. The server’s log has the details.</p>
        <ul className={patterns.ruled}>
          {setAside.map(({ id, topic, at, reason }) => (
            <li key={id}>
              {labelOf(topic)}: {reason}{' '}
              <span className={patterns.muted}>
                <Ago at={at} />
              </span>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
)

/** Emails that are no notifications. */
const OTHER_TOPICS: Record<Exclude<EmailTopic, NotificationTopic>, string> = {
  digest: 'Digest',
  emailChanged: 'Changed email address',
  invitation: 'Invitation',
  verification: 'Email verification',
}

function labelOf(topic: EmailFigures['setAside'][number]['topic']) {
  return topic in OTHER_TOPICS
    ? OTHER_TOPICS[topic as keyof typeof OTHER_TOPICS]
    : TOPIC_SETTINGS[topic as NotificationTopic].label
}
