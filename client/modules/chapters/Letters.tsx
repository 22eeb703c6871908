import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { LetterLine } from '#shared/chapters/letters.ts'
import type { Chapter } from '#shared/chapters/schema.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Problem } from '#client/ui/crash/Problem.tsx'

import { chapterLetter, chapterLetters, chooseLetters, useChaptersChanged } from './queries.ts'

/** Letters to the members of a chapter. Nothing before the first. */
export function Letters({ chapter: { slug, own } }: { chapter: Chapter }) {
  const letters = useSuspenseInfiniteQuery(chapterLetters(slug))
  const onSuccess = useChaptersChanged()
  const choose = useCommand({ command: (email: boolean) => chooseLetters(slug, email), onSuccess })
  if (letters.data.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>{m.letters()}</h2>
      <ul className={patterns.ruled}>
        {letters.data.map((letter) => (
          <li key={letter.id}>
            <Letter slug={slug} letter={letter} />
          </li>
        ))}
      </ul>
      <ShowMore {...letters} />
      {own?.state === 'active' && (
        <CheckboxField
          label={m.lettersEmail()}
          checked={choose.running ?? !own.lettersOff}
          onChange={(email) => choose.run(email)}
        />
      )}
    </Stack>
  )
}

/** The text is loaded once it is opened. */
function Letter({ slug, letter: { id, title, withheld, by, at } }: { slug: string; letter: LetterLine }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isPending } = useQuery({
    ...chapterLetter(slug, id),
    enabled: isOpen,
    throwOnError: false,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={patterns.summary}>
        {withheld ? m.letterWithheld() : title}{' '}
        <span className={patterns.small}>
          {by ? rich(m.letterBy({ name: by.displayName, date: <DateOf at={at} /> })) : <DateOf at={at} />}
        </span>
      </summary>
      {data ? <Markdown headingLevel={3}>{data.text}</Markdown> : <Problem error={error} tone="warning" />}
      {isPending && isOpen && <Spinner />}
    </details>
  )
}
