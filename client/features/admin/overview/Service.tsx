import type { Overview, ServiceProblem } from '#shared/admin-overview.ts'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'

const SENTENCES: Record<ServiceProblem, string> = {
  log_refused: 'The log can’t be written. Until it can, error reports are refused.',
  log_stalled: 'Log collection has stalled. Error reports are rejected until it recovers.',
  disk_almost_full:
    'A disk with data, images or backups is almost full. Once it is full, nothing can be saved there.',
  read_models_behind: 'Lists and searches are more than a minute behind.',
  notifications_stuck: 'Notifications have been waiting for more than ten minutes.',
  emails_stuck: 'Emails have been waiting to be sent for more than ten minutes.',
  jobs_overdue: 'Scheduled work, such as deletions, reminders or backups, keeps failing.',
}

/** How the server is doing that answered, in words for admins who call the operator. */
export const Service = ({ problems }: Overview['service']) => (
  <Card title="Service">
    {problems.length === 0 ? (
      <p className={patterns.muted}>Everything is working.</p>
    ) : (
      <Notice tone="warning" title="Contact your server operator.">
        <ul className={patterns.ruled}>
          {problems.map((problem) => (
            <li key={problem}>{SENTENCES[problem]}</li>
          ))}
        </ul>
      </Notice>
    )}
  </Card>
)
