import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from 'react'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  form: Pick<Form<object>, 'props' | 'failure' | 'busy'>
  /** Props of the field with the text. */
  text: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'> & { value: string }
  send: () => Promise<void>
  labels: { question: string; button: string }
  hint: string
  maxLength: number
  /** Fields before the text. */
  children?: ReactNode
  recipients: {
    label: string
    /** Undefined when they could not be counted. */
    count: number | undefined
    isCounting: boolean
    countAgain: () => unknown
  }
  /** Whether the form itself explains why nothing can be sent. */
  isRefused?: boolean
}

/** Writes a text to a group of members, and sends it once its author has confirmed how many it reaches. */
export function MessageForm({
  form,
  text,
  send,
  labels,
  hint,
  maxLength,
  children,
  recipients,
  isRefused,
}: Props) {
  const [isAsking, setAsking] = useState(false)
  const { label, count, isCounting, countAgain } = recipients

  function ask(submit: SyntheticEvent<HTMLFormElement>) {
    submit.preventDefault()
    if (!text.value.trim() || isRefused) return form.props.onSubmit(submit)
    void countAgain()
    setAsking(true)
  }

  async function confirm() {
    await send()
    setAsking(false)
  }

  return (
    <>
      <form {...form.props} onSubmit={ask} className={patterns.form}>
        {children}
        <TextField
          {...text}
          label={ofEvents.messagesText()}
          hint={hint}
          multiline
          rows={6}
          maxLength={maxLength}
          readOnly={form.busy}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div>
          <Button type="submit">{labels.button}</Button>
        </div>
      </form>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={labels.question}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {words.keepEditing()}
            </Button>
            <Button busy={form.busy ? words.sending() : isCounting && m.messagesCounting()} onClick={confirm}>
              {m.messagesSendTo({ count: count ?? 0 })}
            </Button>
          </>
        }
      >
        <p>{label}</p>
        <p>{m.messagesWarning()}</p>
      </Dialog>
    </>
  )
}
