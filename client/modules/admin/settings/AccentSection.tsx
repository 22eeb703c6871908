import * as m from '#shared/admin/messages.ts'
import {
  type Accent,
  COLOUR_PATTERN,
  contrastChecks,
  contrastError,
  DEFAULT_ACCENT,
  type Mode,
  MODES,
  readableShade,
  shownRatio,
  SURFACES,
} from '#shared/community/accent.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

const isColour = (text: string) => new RegExp(COLOUR_PATTERN).test(text)

export const AccentSection = () => (
  <Stack gap={8}>
    <SectionForm<'accent', Accent>
      section="accent"
      lead={m.accentLead()}
      labels={{ light: m.accentMode({ mode: 'light' }), dark: m.accentMode({ mode: 'dark' }) }}
      // Two fields with the default colours are easier to change than two empty ones.
      valuesOf={(value) => (value.light ? value : DEFAULT_ACCENT)}
      valueOf={(values) => (isStandard(values) ? { light: '', dark: '' } : values)}
      check={check}
    >
      {(form) => (
        <>
          {MODES.map((mode) => (
            <Colour key={mode} mode={mode} form={form} />
          ))}
          {!isStandard(form.values) && (
            <div>
              <Button variant="quiet" onClick={() => form.setAll(DEFAULT_ACCENT)}>
                {m.accentStandardUse()}
              </Button>
            </div>
          )}
        </>
      )}
    </SectionForm>
    <History
      section="accent"
      describe={({ light, dark }) => (light ? m.accentChange({ light, dark }) : m.accentStandard())}
    />
  </Stack>
)

const isStandard = ({ light, dark }: Accent) => light === DEFAULT_ACCENT.light && dark === DEFAULT_ACCENT.dark

function check(accent: Accent) {
  const errors = MODES.map((mode) => [mode, errorOf(accent[mode], mode)] as const)
  return Object.fromEntries(errors.filter((entry): entry is [Mode, string] => entry[1] !== undefined))
}

const errorOf = (colour: string, mode: Mode) =>
  isColour(colour) ? contrastError(colour, mode) : m.accentRule()

function Colour({ mode, form }: { mode: Mode; form: Form<Accent> }) {
  const typed = form.values[mode]
  const colour = isColour(typed) ? typed : DEFAULT_ACCENT[mode]
  const [worst] = contrastChecks(colour, mode)
  const isReadable = !contrastError(colour, mode)
  const shade = readableShade(colour, mode)
  return (
    <FieldGroup legend={m.accentMode({ mode })}>
      <div className={styles.colour}>
        <input
          type="color"
          aria-label={m.accentPick({ mode })}
          className={styles.picker}
          value={colour}
          onChange={(event) => form.set(mode, event.target.value)}
        />
        <TextField
          {...form.field(mode)}
          label={m.accentColour({ mode })}
          onChange={(value) => form.set(mode, value.trim().toLowerCase())}
          spellCheck={false}
        />
        {!isReadable && (
          <Button variant="secondary" onClick={() => form.set(mode, shade)}>
            {m.accentUse({ shade })}
          </Button>
        )}
      </div>
      <Sample colour={colour} mode={mode} />
      {worst && (
        <p className={patterns.small} aria-live="polite">
          {(isReadable ? m.accentReadable : m.accentTooLow)({
            ratio: shownRatio(worst.ratio),
            place: worst.name,
            least: shownRatio(worst.least),
          })}
        </p>
      )}
    </FieldGroup>
  )
}

/** Hidden from assistive technology: the ratio below contains the same information. */
function Sample({ colour, mode }: { colour: string; mode: Mode }) {
  const { paper, onAccent } = SURFACES[mode]
  return (
    <div className={styles.sample} style={{ background: paper }} aria-hidden="true">
      <span className={styles.sampleButton} style={{ background: colour, color: onAccent }}>
        {m.accentButton()}
      </span>
      <span className={styles.sampleLink} style={{ color: colour }}>
        {m.accentLink()}
      </span>
    </div>
  )
}
