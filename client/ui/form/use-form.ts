import {
  createElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import * as m from '#shared/lib/messages.ts'
import { FormFailure } from '#client/ui/crash/FormFailure.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { useToast } from '#client/lib/toast.ts'
import { readFields } from '#client/lib/storage/draft-fields.ts'
import { removeDraft, writeDraft } from '#client/lib/storage/drafts.ts'
import { entryOf } from '#client/lib/error-log/error-log.ts'
import { explainProblem, type Explanation, type FieldErrors } from '#client/lib/explain-problem.ts'
import { DeadlineError, OfflineError } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/http.ts'

export interface FormOptions<V extends object> {
  initial: V
  submit: (values: V) => Promise<void>
  /** Normalises the values, in the fields too: the server reports errors in a list by index. */
  normalise?: ((values: V) => V) | undefined
  /** Finds errors without asking the server. */
  check?: (values: V) => FieldErrors
  /** Explains a failure of `submit`; `explainProblem` is used where it returns undefined. */
  explain?: (error: unknown) => Explanation | undefined
  /** Stores the values under this name until they are sent, so that they survive a reload or an expired session. */
  draft?: string
  /** `submit` leads to another screen. Until that is shown, another click must not submit again. */
  leaves?: boolean
  /** Fields that are never stored: passwords. */
  secret?: readonly (keyof V)[]
}

export type Form<V extends object> = ReturnType<typeof useForm<V>>

export function useForm<V extends object>(options: FormOptions<V>) {
  const { initial, draft, secret = [] } = options
  const isStarted = useHydrated()
  const [stored, setStored] = useState(() => (isStarted && draft ? readFields(draft, initial) : undefined))
  const [values, setValues] = useState<V>({ ...initial, ...stored })
  // State is one render late: a value set after an await must not overwrite later input.
  const latest = useRef(values)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<ReactNode>()
  /** Whether the last attempt found no connection. */
  const [wasOffline, setWasOffline] = useState(false)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)

  // Runs once the errors are rendered: focuses the first invalid field in page order, not in object order.
  useEffect(() => {
    if (attempt > 0) focusFirstInvalid(form.current)
  }, [attempt])

  useEffect(() => {
    if (!wasOffline) return
    return reachable.subscribe(() => {
      if (!reachable.get()) return
      setWasOffline(false)
      setFailure(undefined)
      toast(m.backOnline())
    })
  }, [wasOffline, toast])

  // The server has no drafts: a form that it has rendered shows them once the app has started.
  const isRestored = useRef(isStarted)
  useLayoutEffect(() => {
    if (isRestored.current || !isStarted || !draft) return
    isRestored.current = true
    const found = readFields(draft, initial)
    if (!found) return
    // oxlint-disable-next-line react/set-state-in-effect -- the storage is outside React
    setStored(found)
    setAll({ ...latest.current, ...found })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it runs once
  }, [isStarted])

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setAll({ ...latest.current, [name]: value })
  }

  function setAll(next: V) {
    const before = latest.current
    latest.current = next
    setErrors((now) => ofUnchanged(now, before, next))
    setValues(next)
    if (draft) writeDraft(draft, without(next, secret))
  }

  /** Resets the form and deletes its draft. */
  function discard() {
    latest.current = initial
    setValues(initial)
    setErrors({})
    setFailure(undefined)
    if (draft) removeDraft(draft)
  }

  /** @param error the failure of the server or of this page */
  function showErrors({ fields, message }: Explanation, error?: unknown) {
    const entry = fields ? undefined : entryOf(error)
    setErrors(fields ?? {})
    setWasOffline(error instanceof OfflineError && !(error instanceof DeadlineError))
    setFailure(message && entry ? createElement(FormFailure, { message, entry }) : message)
    setAttempt((count) => count + 1)
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    return send(values)
  }

  async function send(typed: V) {
    // State is one render late: two quick clicks would both see `busy` false.
    if (running.current) return
    const sent = options.normalise?.(typed) ?? typed
    if (sent !== typed) setAll(sent)
    const invalid = Object.entries(options.check?.(sent) ?? {}).filter(([, error]) => error)
    if (invalid.length > 0) return showErrors({ fields: Object.fromEntries(invalid) })
    running.current = true
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    setWasOffline(false)
    let stays = true
    try {
      await options.submit(sent)
      if (draft) removeDraft(draft)
      stays = !options.leaves
    } catch (error) {
      const explanation = options.explain?.(error) ?? explainProblem(error)
      const problem = error instanceof OfflineError && hasText(form.current) && explanation.message
      showErrors(problem ? { message: m.typedIsKept({ problem }) } : explanation, error)
    } finally {
      if (stays) {
        running.current = false
        setBusy(false)
      }
    }
  }

  return {
    values,
    set,
    /** Values restored from an earlier visit, if any. */
    stored,
    setAll,
    discard,
    /** Submits these values instead of those in the fields. */
    send,
    errors,
    /** The reason why the last attempt failed, for errors of no single field. */
    failure,
    busy,
    /** Number of failed submissions: a form in parts can show the part with the error. */
    attempt,
    props: { ref: form, onSubmit, noValidate: true },
    /** Props of the field of this name. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      onChange: (value: V[K]) => set(name, value),
      error: errors[name],
    }),
  }
}

/** Focuses the first invalid field; in an invalid radio group, its first option. */
export const focusFirstInvalid = (form: HTMLElement | null) =>
  form
    ?.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input')
    ?.focus()

/** Not by `:read-write`: fields may be read-only while the form is busy. */
const hasText = (form: HTMLElement | null) =>
  form
    ?.querySelectorAll<HTMLInputElement>('textarea, input:not([type=radio], [type=checkbox], [hidden])')
    .values()
    .some(({ value }) => value)

/** A changed field may be valid now. */
const ofUnchanged = (errors: FieldErrors, before: object, after: object): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => at(before, path) === at(after, path)))

const without = (values: object, names: readonly PropertyKey[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

const at = (values: object, path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values)
