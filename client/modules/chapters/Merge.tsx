import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { Chapter } from '#shared/chapters/schema.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'

import { mergeChapter, undoMerge, useChaptersChanged } from './queries.ts'

interface Props {
  chapter: Chapter
  onDone: () => void
}

/** Merges the chapter into another, and undoes the merges of others into it. Only for admins. */
export const Merge = ({ chapter, onDone }: Props) => (
  <>
    {chapter.merged?.map((each) => (
      <MergedChapter key={each.slug} {...each} />
    ))}
    {chapter.state !== 'closed' && readSettings().COMMUNITY?.chapters && (
      <MergeInto chapter={chapter} onDone={onDone} />
    )}
  </>
)

function MergedChapter({ slug, name, undoUntil }: NonNullable<Chapter['merged']>[number]) {
  const onSuccess = useChaptersChanged()
  const undo = useCommand({ command: () => undoMerge(slug), onSuccess, done: m.mergeUndone({ name }) })
  return (
    <Stack gap={2}>
      <p>{rich(m.mergedUntil({ name, date: <DateOf at={undoUntil} /> }))}</p>
      <div className={patterns.actions}>
        <Button variant="secondary" onClick={() => undo.run()}>
          <span>{rich(m.mergeUndo({ name, hidden }))}</span>
        </Button>
      </div>
    </Stack>
  )
}

function MergeInto({ chapter: { slug, name }, onDone }: Props) {
  const { data } = useSuspenseQuery(chapterChoices('createEvents'))
  const others = data.filter((other) => other.slug !== slug)
  const [chosen, setChosen] = useState(others[0]?.slug ?? '')
  const [isAsking, setAsking] = useState(false)
  const changed = useChaptersChanged()
  const into = others.find((other) => other.slug === chosen)?.name ?? ''
  const merge = useCommand({
    command: () => mergeChapter(slug, chosen),
    async onSuccess() {
      onDone()
      await changed()
    },
    done: m.mergeDone({ name, into }),
  })
  if (others.length === 0) return null
  return (
    <div className={patterns.column}>
      <h2>{m.merge()}</h2>
      <p>{m.mergeText()}</p>
      <SelectField
        name="into"
        label={m.mergeInto()}
        value={chosen}
        options={others.map((other) => ({ value: other.slug, label: other.name }))}
        onChange={setChosen}
      />
      <div className={patterns.actions}>
        <Button variant="secondary" busy={merge.isPending && m.mergeButton()} onClick={() => setAsking(true)}>
          {m.mergeButton()}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.mergeTitle({ name, into })}
        confirm={m.mergeButton()}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          merge.run()
        }}
      >
        <p>{m.mergeAsk({ name })}</p>
      </ConfirmDialog>
    </div>
  )
}
