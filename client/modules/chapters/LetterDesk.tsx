import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { LetterPlan, PlannedLetter } from '#shared/chapters/letters.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'

import { LetterForm, letterDraft } from './LetterForm.tsx'
import { deleteLetter, letterPlan, useChaptersChanged } from './queries.ts'

/** Writes letters to the members of a chapter, and shows those that have not been sent. */
export function LetterDesk({ slug }: { slug: string }) {
  const { data } = useSuspenseQuery(letterPlan(slug))
  // An unsaved letter is shown again after a reload.
  const [edited, setEdited] = useState<PlannedLetter | 'new' | undefined>(
    () =>
      data.items.find(({ id }) => hasDraft(letterDraft(slug, id))) ??
      (hasDraft(letterDraft(slug)) ? 'new' : undefined),
  )
  const close = () => setEdited(undefined)
  return (
    <Stack gap={4}>
      <h2>{m.letters()}</h2>
      {edited === undefined ? (
        <>
          {data.items.length > 0 && <Planned slug={slug} plan={data} onEdit={setEdited} />}
          <NextTime at={data.nextAt} />
          <div className={patterns.actions}>
            <Button variant="secondary" onClick={() => setEdited('new')}>
              {m.letterWrite()}
            </Button>
          </div>
        </>
      ) : (
        <>
          {edited === 'new' && <NextTime at={data.nextAt} />}
          <LetterForm
            slug={slug}
            letter={edited === 'new' ? undefined : edited}
            nextAt={data.nextAt}
            recipients={data.recipients}
            onDone={close}
          />
        </>
      )}
    </Stack>
  )
}

function NextTime({ at }: { at: string }) {
  const timeZone = useViewerZone()
  const [isWaiting] = useState(() => Date.parse(at) > Date.now())
  return (
    isWaiting && <p className={patterns.small}>{rich(m.letterNext({ date: formatMoment(at, timeZone) }))}</p>
  )
}

function Planned({
  slug,
  plan,
  onEdit,
}: {
  slug: string
  plan: LetterPlan
  onEdit: (letter: PlannedLetter) => void
}) {
  return (
    <Stack gap={2}>
      <h3>{m.lettersPlanned()}</h3>
      <ul className={patterns.ruled}>
        {plan.items.map((letter) => (
          <li key={letter.id}>
            <PlannedRow slug={slug} letter={letter} onEdit={() => onEdit(letter)} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function PlannedRow({ slug, letter, onEdit }: { slug: string; letter: PlannedLetter; onEdit: () => void }) {
  const { id, title, state, at } = letter
  const timeZone = useViewerZone()
  const onSuccess = useChaptersChanged()
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand({ command: () => deleteLetter(slug, id), onSuccess, done: m.letterDeleted() })
  return (
    <Stack gap={2}>
      <p>{title}</p>
      <p className={patterns.small}>
        {rich(m.letterPlannedFor({ state, date: formatMoment(at, timeZone) }))}
        {state === 'held' && `\u00A0· ${m.letterHeld()}`}
      </p>
      <div className={patterns.actions}>
        <Button variant="secondary" onClick={onEdit}>
          <span>{rich(m.letterEdit({ title, hidden }))}</span>
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          <span>{rich(m.letterDelete({ title, hidden }))}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.letterDeleteTitle()}
        confirm={m.letterDeleteButton()}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove.run()
        }}
      >
        <p>{m.letterDeleteText()}</p>
      </ConfirmDialog>
    </Stack>
  )
}
