import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

import { readDraft, removeDraft, writeDraft } from './drafts.ts'
import { OfflineError, ProblemError } from './request.ts'

/** Field name (dotted path) to what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>

export interface Explanation {
  fields?: FieldErrors
  /** What no single field is to blame for. */
  message?: string
}

interface FormOptions<V extends object> {
  initial: V
  submit: (values: V) => Promise<void>
  /** Puts what was typed in order, in the fields too: the server says what is wrong in a list by its place. */
  tidy?: ((values: V) => V) | undefined
  /** What can be said before asking the server. */
  check?: (values: V) => FieldErrors
  /** Puts a failure of `submit` into words; `explainProblem` where it returns nothing. */
  explain?: (error: unknown) => Explanation | undefined
  /** Keeps what was typed under this name, over a reload or an expired session, until it is sent. */
  draft?: string
  /** Never kept: passwords. */
  secret?: readonly (keyof V)[]
}

export type Form<V extends object> = ReturnType<typeof useForm<V>>

export function useForm<V extends object>(options: FormOptions<V>) {
  const { initial, draft, secret = [] } = options
  const [kept] = useState(() => (draft ? readDraft<V>(draft) : undefined))
  const [values, setValues] = useState<V>({ ...initial, ...kept })
  // State is one render late: what is set after waiting for something must not undo what was typed meanwhile.
  const latest = useRef(values)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)

  // After the errors are on the page: the first wrong field in the order of the page, not of the object.
  useEffect(() => {
    if (attempt > 0) focusFirstWrong(form.current)
  }, [attempt])

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setAll({ ...latest.current, [name]: value })
  }

  function setAll(next: V) {
    const before = latest.current
    latest.current = next
    setErrors((now) => ofUnchanged(now, before, next))
    setValues(next)
    if (draft) writeDraft(draft, without(next, ...secret))
  }

  /** Back to where the form started, and nothing kept. */
  function discard() {
    latest.current = initial
    setValues(initial)
    setErrors({})
    setFailure(undefined)
    if (draft) removeDraft(draft)
  }

  function refuse({ fields = {}, message }: Explanation) {
    setErrors(fields)
    setFailure(message)
    setAttempt((count) => count + 1)
  }

  function onSubmit(event?: SyntheticEvent) {
    event?.preventDefault()
    return send(values)
  }

  async function send(typed: V) {
    // State is one render late: two quick clicks would both see `busy` false.
    if (running.current) return
    const sent = options.tidy?.(typed) ?? typed
    if (sent !== typed) setAll(sent)
    const wrong = options.check?.(sent) ?? {}
    if (Object.keys(wrong).length > 0) return refuse({ fields: wrong })
    running.current = true
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    try {
      await options.submit(sent)
      if (draft) removeDraft(draft)
    } catch (error) {
      const why = options.explain?.(error) ?? explainProblem(error)
      refuse(error instanceof OfflineError ? reassured(why) : why)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set,
    /** What was kept from an earlier visit, if anything. */
    kept,
    setAll,
    discard,
    /** Submits these values, whatever the fields hold. */
    send,
    errors,
    /** Why the last attempt failed, where no field is to blame. */
    failure,
    busy,
    /** How often it was refused: errors of a part that is not shown can be brought into view. */
    attempt,
    props: { ref: form, onSubmit, noValidate: true },
    /** Everything a field of this name needs. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      onChange: (value: V[K]) => set(name, value),
      ...(errors[name] && { error: errors[name] }),
    }),
  }
}

/** Of a wrong choice, its first option. */
export const focusFirstWrong = (form: HTMLElement | null) =>
  form
    ?.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input')
    ?.focus()

export function explainProblem(error: unknown): Explanation {
  if (error instanceof ProblemError) {
    const message = error.detail ? `${error.title} ${error.detail}` : error.title
    return error.fields ? { fields: error.fields, message } : { message }
  }
  if (error instanceof OfflineError) return { message: error.message }
  reportError(error)
  return { message: 'Something unexpected went wrong. Please try again.' }
}

const reassured = ({ message, ...rest }: Explanation): Explanation =>
  message ? { ...rest, message: `${message} What you typed is kept.` } : rest

/** What was wrong may be right once it is changed. */
const ofUnchanged = (errors: FieldErrors, before: object, after: object): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => at(before, path) === at(after, path)))

const at = (values: object, path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values)

function without<T extends object>(object: T, ...names: readonly (keyof T)[]): T {
  const copy = { ...object }
  for (const name of names) delete copy[name]
  return copy
}
