import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import type { PrivateNote as Note } from '#shared/connections.ts'
import { ProblemError } from '#client/lib/request.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'
import { privateNote, savePrivateNote } from '#client/features/connections/queries.ts'

import styles from './details.module.css'
import { OtherNote } from './OtherNote.tsx'

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
  const [other, setOther] = useState<Note>()

  const form = useForm({
    // With the version, so that a draft found again is not taken for an edit of what was saved since.
    initial: valuesOf(saved),
    draft: `note:${connectionId}`,
    submit: async ({ text, getInTouchOn, version }) => {
      const edit = { text, ...(getInTouchOn && { getInTouchOn }) }
      const now = await savePrivateNote(connectionId, edit, version)
      cache.setQueryData(query.queryKey, now)
      form.set('version', now.version)
      toast('Your note is saved.', { tone: 'success' })
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
    },
    explain: (error) => {
      if (!(error instanceof ProblemError && error.code === 'stale_version')) return undefined
      void showOther()
      return {}
    },
  })
  const { text, getInTouchOn } = form.values
  const isSaved = text === saved.text && getInTouchOn === (saved.getInTouchOn ?? '')

  async function showOther() {
    try {
      setOther(await cache.fetchQuery({ ...query, staleTime: 0, networkMode: 'always', retry: false }))
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    }
  }

  const keep = ({ version }: Note) => {
    setOther(undefined)
    form.set('version', version)
  }
  const take = () => {
    setOther(undefined)
    form.discard()
  }

  return (
    <Card title="Private note">
      <form {...form.props} className={styles.note}>
        <TextField
          {...form.field('text')}
          label={`What you want to remember about ${name}`}
          hint="Only you see this."
          multiline
          rows={6}
          maxLength={CONNECTION_LIMITS.privateNote}
        />
        <TextField
          {...form.field('getInTouchOn')}
          type="date"
          label="Get in touch on"
          optional
          hint="From that day on, your dashboard reminds you."
        />
        {other && <OtherNote note={other} onKeep={() => keep(other)} onTake={take} />}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={styles.save}>
          <Button type="submit" busy={form.busy && 'Saving…'} disabled={other !== undefined}>
            Save note
          </Button>
          <output className={styles.quiet}>{!isSaved && 'Not saved yet'}</output>
        </div>
      </form>
    </Card>
  )
}
