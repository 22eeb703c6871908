import { type SyntheticEvent, useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { PlannedLetter } from '#shared/chapters/letters.ts'
import { LETTER_LIMITS } from '#shared/chapters/rules.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import * as words from '#shared/lib/messages.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import { readMoment, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import { useToast } from '#client/lib/toast.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { createLetter, editLetter, useChaptersChanged } from './queries.ts'

type When = 'now' | 'later'
interface Draft {
  title: string
  text: string
  when: When
  at: WallClock
}

function errorsOf({ title, text, when, at }: Draft, timeZone: string) {
  const moment = readMoment(at, timeZone)
  const { min } = LETTER_LIMITS.title
  return {
    title: title.trim().length < min ? m.letterTitleRule({ min }) : undefined,
    text: text.trim() === '' ? m.letterTextRule() : undefined,
    at: when === 'later' && 'error' in moment ? moment.error : undefined,
  }
}

/** @param id of a planned letter; none for a new one */
export const letterDraft = (slug: string, id = '') => `letter:${slug}:${id}`

interface Props {
  slug: string
  /** Undefined for a new one. */
  letter: PlannedLetter | undefined
  /** ISO instant from which a further letter can be sent. */
  nextAt: string
  recipients: number
  onDone: () => void
}

function useLetterForm({ slug, letter, nextAt, onDone }: Props) {
  const timeZone = useViewerZone()
  const changed = useChaptersChanged()
  const toast = useToast()
  const [plannedAt] = useState(() => letter?.at ?? momentAfter(nextAt))
  const { form, ...draft } = useNewDraft<Draft, { isSent: boolean }>({
    initial: {
      title: letter?.title ?? '',
      text: letter?.text ?? '',
      when: plannedAt ? 'later' : 'now',
      at: plannedAt ? wallClockAt(plannedAt, timeZone) : { date: '', time: '09:00' },
    },
    draft: letterDraft(slug, letter?.id),
    check: (typed) => errorsOf(typed, timeZone),
    create({ title, text, when, at }, idempotencyKey) {
      const moment = readMoment(at, timeZone)
      const body = { title, text, at: when === 'later' && 'instant' in moment ? moment.instant : undefined }
      return letter ? editLetter(slug, letter, body) : createLetter(slug, body, idempotencyKey)
    },
    async onCreated({ isSent }) {
      await changed()
      toast(m.letterDone({ when: isSent ? 'now' : 'later' }), { tone: 'success' })
      onDone()
    },
  })
  return { form, ...draft, timeZone }
}

/** The next full minute, because the fields have no seconds. Undefined if it is past. */
const momentAfter = (at: string) =>
  Date.parse(at) > Date.now() ? new Date(Date.parse(at) + MINUTE).toISOString() : undefined

/** Asks before a letter is sent or scheduled. */
export function LetterForm(props: Props) {
  const { form, isRestored, discard, timeZone } = useLetterForm(props)
  const [isAsking, setAsking] = useState(false)
  const { title, text, when } = form.values

  function ask(submit: SyntheticEvent<HTMLFormElement>) {
    submit.preventDefault()
    if (Object.values(errorsOf(form.values, timeZone)).some(Boolean)) return form.props.onSubmit(submit)
    setAsking(true)
  }
  async function confirm() {
    await form.send(form.values)
    setAsking(false)
  }

  return (
    <>
      <form {...form.props} onSubmit={ask} className={patterns.column}>
        <h3>{props.letter ? m.letterEdited() : m.letterWrite()}</h3>
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <TextField {...form.field('title')} label={m.letterTitle()} maxLength={LETTER_LIMITS.title.max} />
        <TextField
          {...form.field('text')}
          label={m.letterText()}
          hint={m.letterTextHint()}
          multiline
          rows={10}
          maxLength={LETTER_LIMITS.text}
        />
        {text.trim() !== '' && (
          <details>
            <summary className={patterns.summary}>{m.letterPreview()}</summary>
            <Stack gap={2}>
              <h4>{title}</h4>
              <Markdown headingLevel={4}>{text}</Markdown>
            </Stack>
          </details>
        )}
        <RadioCards
          {...form.field('when')}
          label={m.letterWhen()}
          options={(['now', 'later'] as const).map((value) => ({
            value,
            label: m.letterWhenName({ when: value }),
          }))}
        />
        {when === 'later' && (
          <MomentField
            {...form.field('at')}
            labels={{ date: m.letterDate(), time: m.letterTime() }}
            timeZone={timeZone}
          />
        )}
        <div className={patterns.actions}>
          <Button type="submit">{m.letterSend({ when })}</Button>
          <Button variant="secondary" onClick={props.onDone}>
            {words.cancel()}
          </Button>
        </div>
      </form>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.letterAskTitle({ when })}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {words.keepEditing()}
            </Button>
            <Button busy={form.busy && words.sending()} onClick={confirm}>
              {m.letterSend({ when })}
            </Button>
          </>
        }
      >
        <p>{m.letterAskText({ count: props.recipients })}</p>
      </Dialog>
    </>
  )
}
