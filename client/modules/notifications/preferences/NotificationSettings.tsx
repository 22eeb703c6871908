import { readSettings } from '#client/lib/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { formatList } from '#shared/lib/lists.ts'
import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/notifications/messages.ts'
import type { Preferences } from '#shared/notifications/preferences.ts'
import {
  type Channels,
  type Digest,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  TOPIC_SETTINGS,
} from '#shared/notifications/topics.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { ownPush, PushCard } from '#client/modules/notifications/push/PushCard.tsx'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { useVersionedForm } from '#client/lib/edits/use-versioned-form.ts'
import { VersionedActions } from '#client/lib/edits/VersionedActions.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { keysOf } from '#shared/lib/records.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useRole } from '#client/lib/auth/use-can.ts'

import { changedTopics, topicGroups } from './choices.ts'
import { preferences, savePreferences } from './queries.ts'
import { TopicTable } from './TopicTable.tsx'

const editOf = ({ quiet, digest, topics }: Preferences) => ({ quiet, digest, topics })

const digestOptions = (): readonly { value: Digest; label: string; hint: string }[] => [
  { value: 'off', label: m.settingsDigestOff(), hint: m.settingsDigestOffHint() },
  { value: 'daily', label: m.settingsDigestDaily(), hint: m.settingsDigestDailyHint() },
  { value: 'weekly', label: m.settingsDigestWeekly(), hint: m.settingsDigestWeeklyHint() },
]

const FIELD_NAMES: Readonly<Record<string, () => string>> = {
  quiet: m.settingsPause,
  digest: m.settingsDigest,
}

function fieldName(path: string) {
  const topic = keysOf(TOPIC_SETTINGS).find((each) => each === path.split('.')[1])
  return (FIELD_NAMES[path] ?? (topic && TOPIC_SETTINGS[topic].label))?.() ?? path
}

/** The value of a field, as shown in the choice between two versions. */
function fieldValue(path: string, value: unknown) {
  if (path === 'quiet') return value ? m.settingsYes() : m.settingsNo()
  if (path === 'digest') return digestOptions().find((option) => option.value === value)?.label
  const on = NOTIFICATION_CHANNELS.filter((channel) => (value as Channels | undefined)?.[channel])
  return formatList(on.map((channel) => m.channelShort({ channel }))) || m.settingsChannelsOff()
}

/** Topics of the member's notifications, by channel. */
export function NotificationSettings() {
  const editing = useVersionedForm({
    saved: preferences,
    editOf,
    draft: 'notification-settings',
    send: ({ topics, ...edit }, version) =>
      savePreferences({ ...edit, topics: changedTopics(topics) }, version),
    success: m.settingsSaved(),
  })
  const { form, saved } = editing
  const { quiet, digest, topics } = form.values
  const { data: push } = useQuery({ ...ownPush, throwOnError: false })
  const isOffered: Record<NotificationChannel, boolean> = {
    inApp: true,
    email: saved.email.available,
    // Whether push is on in any of their browsers.
    push: (push?.browsers.length ?? 0) > 0,
  }
  const channels = NOTIFICATION_CHANNELS.filter((channel) => isOffered[channel])
  const role = useRole()
  return (
    <div className={patterns.column}>
      <PushCard />
      <form {...form.props} className={patterns.column}>
        <p>{m.settingsIntro()}</p>
        {saved.email.available ? (
          <>
            {saved.email.refused && <RefusedAddress {...saved.email.refused} />}
            <CheckboxField
              label={m.settingsPause()}
              hint={m.settingsPauseHint()}
              name="quiet"
              checked={quiet}
              onChange={(checked) => form.set('quiet', checked)}
            />
            <RadioCards
              label={m.settingsDigest()}
              name="digest"
              value={digest}
              onChange={(value) => form.set('digest', value)}
              options={digestOptions()}
            />
          </>
        ) : (
          <Notice tone="info">{m.settingsNoEmail()}</Notice>
        )}
        {topicGroups(role, readSettings().COMMUNITY?.chapters).map((group) => (
          <TopicTable
            key={group.label}
            group={group}
            channels={channels}
            topics={topics}
            onChange={(next) => form.set('topics', next)}
          />
        ))}
        <VersionedActions editing={editing} what="notifications" />
      </form>
      <ConflictDialog editing={editing} what="page" fieldName={fieldName} fieldValue={fieldValue} />
    </div>
  )
}

const emailLink = (content: Content) => <Link to={settingsPath()}>{rich(content)}</Link>

const RefusedAddress = ({ address, since }: NonNullable<Preferences['email']['refused']>) => (
  <Notice tone="warning" title={m.settingsRefusedTitle()}>
    {rich(m.settingsRefused({ date: <DateOf at={since} />, address, link: emailLink }))}
  </Notice>
)
