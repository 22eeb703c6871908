import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import type { PrivateNote as Note } from '#shared/connections.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'
import { privateNote, savePrivateNote } from '#client/features/connections/queries.ts'

import styles from './details.module.css'

interface Props {
  connectionId: string
  name: string
}

const valuesOf = ({ text, getInTouchOn = '', version }: Note) => ({ text, getInTouchOn, version })

export function PrivateNote({ connectionId, name }: Props) {
  const cache = useQueryClient()
  const toast = useToast()
  const query = privateNote(connectionId)
  const { data: saved } = useSuspenseQuery(query)
  const [conflicting, setConflicting] = useState<Note>()

  const form = useForm({
    // With the version, so that a restored draft does not overwrite a later edit.
    initial: valuesOf(saved),
    draft: `note:${connectionId}`,
    submit: async ({ text, getInTouchOn, version }) => {
      const edit = { text, ...(getInTouchOn && { getInTouchOn }) }
      const now = await savePrivateNote(connectionId, edit, version)
      cache.setQueryData(query.queryKey, now)
      form.set('version', now.version)
      toast('Note saved.', { tone: 'success' })
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
    },
    explain: (error) => {
      if (!(error instanceof ProblemError && error.code === 'stale_version')) return undefined
      void showConflicting()
      return {}
    },
  })
  const { text, getInTouchOn } = form.values
  const isSaved = text === saved.text && getInTouchOn === (saved.getInTouchOn ?? '')

  async function showConflicting() {
    try {
      setConflicting(await cache.fetchQuery({ ...query, staleTime: 0, networkMode: 'always', retry: false }))
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    }
  }

  const keepMine = ({ version }: Note) => {
    setConflicting(undefined)
    form.set('version', version)
  }
  const applyOther = () => {
    setConflicting(undefined)
    form.discard()
  }

  return (
    <Card title="Private note">
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('text')}
          label={`Note about ${name}`}
          hint="Only you can see this."
          multiline
          rows={6}
          maxLength={CONNECTION_LIMITS.privateNote}
        />
        <TextField
          {...form.field('getInTouchOn')}
          type="date"
          label="Get in touch on"
          optional
          hint="A reminder appears on your dashboard from this date."
        />
        {conflicting && (
          <ConflictNotice
            note={conflicting}
            onKeepMine={() => keepMine(conflicting)}
            onUseOther={applyOther}
          />
        )}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={styles.submit}>
          <Button type="submit" busy={form.busy && 'Saving…'} disabled={conflicting !== undefined}>
            Save note
          </Button>
          <output className={patterns.muted}>{!isSaved && 'Unsaved changes'}</output>
        </div>
      </form>
    </Card>
  )
}

interface ConflictNoticeProps {
  note: Note
  onKeepMine: () => void
  onUseOther: () => void
}

/** The version that was saved on another device, and the choice between the two. */
const ConflictNotice = ({ note: { text, getInTouchOn }, onKeepMine, onUseOther }: ConflictNoticeProps) => (
  <Notice
    tone="warning"
    title="You changed this note on another device"
    actions={
      <>
        <Button variant="secondary" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button variant="quiet" onClick={onUseOther}>
          Use the other version
        </Button>
      </>
    }
  >
    <p>Nothing was overwritten. The other version:</p>
    <blockquote className={styles.otherVersion}>{text || 'Empty note'}</blockquote>
    {getInTouchOn && <p>Get in touch on {formatOn(getInTouchOn)}.</p>}
    <p>Choose a version, then save.</p>
  </Notice>
)
