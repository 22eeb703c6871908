import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Preferences } from '#shared/notification-preferences.ts'
import { type Digest, NOTIFICATION_CHANNELS, type NotificationChannel } from '#shared/notification-topics.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { ownPush, PushCard } from '#client/features/notifications/push/PushCard.tsx'
import { useVersionedForm } from '#client/lib/edits/use-versioned-form.ts'
import { VersionedActions } from '#client/lib/edits/VersionedActions.tsx'
import { DateOf } from '#client/lib/time/Time.tsx'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'

import { changedTopics, topicGroups } from './choices.ts'
import styles from './preferences.module.css'
import { preferences, savePreferences } from './queries.ts'
import { TopicTable } from './TopicTable.tsx'

const valuesOf = ({ quiet, digest, topics, version }: Preferences) => ({ quiet, digest, topics, version })

const DIGEST_OPTIONS: readonly { value: Digest; label: string; hint: string }[] = [
  { value: 'off', label: 'Right away', hint: 'Each email arrives when something happens.' },
  {
    value: 'daily',
    label: 'Daily',
    hint: 'Non-urgent emails arrive together at 08:00 in your time zone.',
  },
  { value: 'weekly', label: 'Weekly', hint: 'The same, on Mondays.' },
]

/** What the member is notified of, by which channel. */
export function NotificationSettings() {
  const auth = useAuth()
  const editing = useVersionedForm({
    saved: preferences,
    valuesOf,
    draft: 'notification-preferences',
    send: ({ version, topics, ...edit }) =>
      savePreferences({ ...edit, topics: changedTopics(topics) }, version),
    success: 'Notification settings saved.',
  })
  const { form, saved } = editing
  const { quiet, digest, topics } = form.values
  const { data: push } = useQuery({ ...ownPush, throwOnError: false })
  const isOffered: Record<NotificationChannel, boolean> = {
    inApp: true,
    email: saved.email.available,
    // In any browser of theirs.
    push: (push?.browsers.length ?? 0) > 0,
  }
  const channels = NOTIFICATION_CHANNELS.filter((channel) => isOffered[channel])
  const role = (auth.state === 'signed-in' && auth.user.member?.role) || 'member'
  return (
    <div className={styles.form}>
      <PushCard />
      <form {...form.props} className={styles.form}>
        <p>Cancellations, new times and places, and decisions about your membership always arrive.</p>
        {saved.email.available ? (
          <>
            {saved.email.refused && <RefusedAddress {...saved.email.refused} />}
            <CheckboxField
              label="Pause emails"
              hint="You’ll only get essential emails. The list in the app stays complete."
              name="quiet"
              checked={quiet}
              onChange={(checked) => form.set('quiet', checked)}
            />
            <RadioCards
              label="Email digest"
              name="digest"
              value={digest}
              onChange={(value) => form.set('digest', value)}
              options={DIGEST_OPTIONS}
            />
          </>
        ) : (
          <Notice tone="info">You’re notified in the app. Emails aren’t set up for this network.</Notice>
        )}
        {topicGroups(role).map((group) => (
          <TopicTable
            key={group.label}
            group={group}
            channels={channels}
            topics={topics}
            onChange={(next) => form.set('topics', next)}
          />
        ))}
        <VersionedActions editing={editing} what="notification settings" />
      </form>
    </div>
  )
}

const RefusedAddress = ({ address, since }: NonNullable<Preferences['email']['refused']>) => (
  <Notice tone="warning" title="Our emails don’t reach you.">
    Since <DateOf at={since} />, {address} has been refused by its mail server. We’ll try again from time to
    time. Check that the mailbox exists and isn’t full, or <Link to={settingsPath()}>change your email</Link>.
  </Notice>
)
