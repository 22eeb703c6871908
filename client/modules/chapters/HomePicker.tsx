import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterChoices } from '#shared/chapters/schema.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'

import { joinChapter, useChaptersChanged } from './queries.ts'

type Choice = ChapterChoices['items'][number]

/** Proposes the nearest chapter as a home. Nothing for someone who has one. */
export function HomePicker() {
  const { data = [] } = useQuery({ ...chapterChoices('join'), throwOnError: false })
  const [joined, setJoined] = useState<Choice>()
  const [slug, setSlug] = useState<string>()
  const changed = useChaptersChanged()
  const join = useCommand<unknown, Choice>({
    command: (choice) => joinChapter(choice.slug, 'home'),
    onSuccess(_, choice) {
      setJoined(choice)
      return changed()
    },
  })
  if (joined)
    return (
      <Notice tone="success">
        {m.commandDone({ command: 'home', name: joined.name, rule: joined.joinRule ?? '' })}
      </Notice>
    )
  const chosen = data.find((each) => each.slug === slug) ?? data[0]
  if (!chosen) return null
  return (
    <div className={patterns.form}>
      <SelectField
        name="chapter"
        label={m.homePicker()}
        hint={m.homePickerHint()}
        value={chosen.slug}
        options={data.map(({ slug: value, name }) => ({ value, label: name }))}
        onChange={setSlug}
      />
      <div>
        <Button variant="secondary" onClick={() => join.run(chosen)}>
          {m.joinButton({ rule: chosen.joinRule ?? 'open' })}
        </Button>
      </div>
    </div>
  )
}
